import type { ClaimGrade } from '../../core/api/index.ts';
import { gradeMeaning } from '../text/debate-words.ts';
import './grade.css';

/** Every grade has a shape of its own: a circle, a square, a diamond, a triangle. */
const outlines: Readonly<Record<ClaimGrade, string>> = {
  A: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  B: 'M2.5 2.5h15v15h-15Z',
  C: 'M10 .8 19.2 10 10 19.2.8 10Z',
  D: 'M10 1 19.4 18.2H.6Z',
};

/** A grade as a letter in a shape of its own; the hue is only in addition. */
export function Grade({ grade }: { readonly grade: ClaimGrade }) {
  return (
    <svg className="grade" data-grade={grade} viewBox="0 0 20 20" role="img" aria-label={`grade ${grade}`}>
      <title>{`Grade ${grade}: ${gradeMeaning[grade]}`}</title>
      <path d={outlines[grade]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <text x="10" y={grade === 'D' ? 16 : 13.6}>
        {grade}
      </text>
    </svg>
  );
}
