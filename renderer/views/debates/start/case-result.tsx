import type { CaseCheck } from '../../../../core/api/index.ts';
import { SignWord } from '../../../components/sign.tsx';
import { count, counted, listed } from '../../../text/words.ts';

/** What the check of a case found: what it holds, or everything that keeps it from being debated. */
export function CaseResult({ check }: { readonly check: CaseCheck }) {
  if (check.case === null) return <CaseProblems check={check} />;
  const { title, thesis, claims, evidence, documents, calculations } = check.case;
  const holds = [
    counted(claims, 'claim'),
    counted(evidence, 'evidence item'),
    counted(documents, 'document'),
    counted(calculations, 'calculation'),
  ];
  return (
    <section className="start-debate-case" aria-label="The case" role="status">
      <p>
        <SignWord sign="verified" word="can be debated" /> <strong>{title}</strong>
      </p>
      {thesis !== null && <p className="quiet">{thesis}</p>}
      <p className="small faint">{listed(holds)}</p>
    </section>
  );
}

function CaseProblems({ check: { problems, problemCount, file } }: { readonly check: CaseCheck }) {
  return (
    <section className="start-debate-case" aria-label="What is wrong with the case" role="alert">
      <p>
        <SignWord sign="failed" word="cannot be debated" /> {counted(problemCount, 'problem')}. Mend the file, then
        check it again.
      </p>
      <ul className="start-debate-problems">
        {problems.map(({ place = file, message, code }) => (
          <li key={`${place} ${code} ${message}`}>
            <span className="mono small">{placeInFile(place, file)}</span>
            <span>
              {message} <span className="mono small faint">{code}</span>
            </span>
          </li>
        ))}
      </ul>
      {problemCount > problems.length && (
        <p className="small faint">and {count(problemCount - problems.length)} more: mizan case check lists them all</p>
      )}
    </section>
  );
}

/** `case.yml:3:7`: the folder is known. */
function placeInFile(place: string, file: string): string {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return place.startsWith(folder) ? place.slice(folder.length) : place;
}
