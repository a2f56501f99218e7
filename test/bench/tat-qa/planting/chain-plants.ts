/** Chains of transmission that do not hold, and sources that are not what they seem. */
import type { CaseDocument, SanadChain, TransmissionLink } from '../../../../core/debate/index.ts';
import { type Ground, ownEvidence, type Plant, rewriteNumber, withClaim, wrongAmount } from './planted.ts';

function withLinks({ caseFile, claim }: Ground, change: (links: SanadChain['links']) => SanadChain['links']) {
  const [chain] = claim.sanad;
  if (chain === undefined) return null;
  return withClaim(caseFile, claim, { sanad: [{ ...chain, links: change(chain.links) }] });
}

function link(change: Partial<TransmissionLink> & { readonly link_id: string }): TransmissionLink {
  return {
    kind: 'CITATION',
    transmitter: 'a newspaper',
    received_from: null,
    evidence_id: null,
    calc_id: null,
    at: null,
    ...change,
  };
}

const id = (number: number) => `88888888-0000-4000-8000-00000000000${number}`;

function document(
  ground: Ground,
  change: Partial<CaseDocument> & { readonly document_id: string },
): CaseDocument | null {
  const [first] = ground.caseFile.documents;
  return first === undefined ? null : { ...first, kind: 'press', derived_from: [], ...change };
}

/** A copy of the claim's evidence in another document, which becomes the claim's only evidence. */
function inDocument(ground: Ground, documents: readonly (CaseDocument | null)[], documentId: string) {
  const item = ownEvidence(ground);
  const added = documents.filter((one) => one !== null);
  if (item === null || ground.claim.calc_id !== null) return null;
  const copy = { ...item, evidence_id: id(9), source_span: { document_id: documentId, page: 1 } };
  const caseFile = {
    ...ground.caseFile,
    documents: [...ground.caseFile.documents, ...added],
    evidence: [...ground.caseFile.evidence, copy],
  };
  return { caseFile, copy };
}

/** The company quotes a newspaper that had it from the company. */
export const cameBack: Plant = (ground) =>
  withLinks(ground, (links) => {
    const [origin, ...rest] = links;
    if (origin === undefined) return links;
    const press = link({ link_id: 'press', kind: 'RESTATEMENT', received_from: origin.link_id, at: origin.at });
    const again = link({
      link_id: 'again',
      kind: 'RESTATEMENT',
      transmitter: origin.transmitter,
      received_from: 'press',
      at: origin.at,
    });
    return [
      origin,
      press,
      again,
      ...rest.map((one) => (one.received_from === origin.link_id ? { ...one, received_from: 'again' } : one)),
    ];
  });

/** The only source is an article that rests on a release of whoever makes the claim. */
export const ownWords: Plant = (ground) => {
  const release = document(ground, { document_id: id(1), title: 'Press release', origin: ground.claim.stated_by });
  const article = document(ground, {
    document_id: id(2),
    title: 'Newspaper article',
    origin: null,
    derived_from: [id(1)],
  });
  const placed = inDocument(ground, [release, article], id(2));
  if (placed === null) return null;
  return withClaim(placed.caseFile, ground.claim, { evidence_refs: [placed.copy.evidence_id], sanad: [] });
};

/** The last link no longer says whom it received the claim from. */
export const cutLink: Plant = (ground) =>
  withLinks(ground, (links) =>
    links.map((one, at) => (at === links.length - 1 ? { ...one, received_from: null } : one)),
  );

/** The chain begins with its second link. */
export const noOrigin: Plant = (ground) =>
  withLinks(ground, (links) => links.slice(1).map((one, at) => (at === 0 ? { ...one, received_from: null } : one)));

/** The extraction names no evidence. Not for calculated claims, which have no extraction of their own. */
export const emptyExtraction: Plant = (ground) =>
  ground.claim.calc_id !== null
    ? null
    : withLinks(ground, (links) =>
        links.map((one) => (one.kind === 'EXTRACTION' ? { ...one, evidence_id: null } : one)),
      );

/** A calculated claim is passed on as restated, without its calculation. */
export const noCalculation: Plant = (ground) =>
  ground.claim.calc_id === null
    ? null
    : withLinks(ground, (links) =>
        links.map((one) =>
          one.kind === 'CALCULATION' ? { ...one, kind: 'RESTATEMENT' as const, calc_id: null } : one,
        ),
      );

/** The last link was transmitted by nobody. */
export const nobody: Plant = (ground) =>
  withLinks(ground, (links) => links.map((one, at) => (at === links.length - 1 ? { ...one, transmitter: null } : one)));

/** The last link was made before its document existed. */
export const readTooEarly: Plant = (ground) =>
  withLinks(ground, (links) => links.map((one, at) => (at === links.length - 1 ? { ...one, at: '1999-12-31' } : one)));

/** The chain of another claim, about another line of the table. */
export const grafted: Plant = (ground) => {
  const { caseFile, claim, dice } = ground;
  const others = caseFile.claims.filter(
    (one) => one.calc_id === null && one !== claim && one.value?.metric !== claim.value?.metric && one.sanad.length > 0,
  );
  const other = dice.pick(others);
  if (other === undefined || claim.calc_id !== null) return null;
  return withClaim(caseFile, claim, { sanad: other.sanad });
};

/** An article claims to quote the report itself, although its own sources say that it had it from an agency. */
export const hiddenHand: Plant = (ground) => {
  const [report] = ground.caseFile.documents;
  const item = ownEvidence(ground);
  if (report === undefined || item === null) return null;
  const agency = document(ground, {
    document_id: id(3),
    title: 'News agency',
    origin: null,
    derived_from: [report.document_id],
  });
  const article = document(ground, {
    document_id: id(4),
    title: 'Newspaper article',
    origin: null,
    derived_from: [id(3)],
  });
  const placed = inDocument(ground, [agency, article], id(4));
  if (placed === null) return null;
  const at = report.published;
  const links = [
    link({ link_id: 'origin', kind: 'ORIGIN', transmitter: 'the company', at }),
    link({
      link_id: 'report',
      transmitter: 'the annual report',
      received_from: 'origin',
      evidence_id: item.evidence_id,
      at,
    }),
    link({ link_id: 'article', received_from: 'report', evidence_id: placed.copy.evidence_id, at }),
  ];
  return withClaim(placed.caseFile, ground.claim, {
    evidence_refs: [item.evidence_id, placed.copy.evidence_id],
    sanad: [{ chain_id: 'chain-1', links }],
  });
};

/** The claim rests on a report that is at least three years older than the case. */
export const stale: Plant = (ground) => {
  const year = Number(ground.caseFile.as_of.slice(0, 4)) - 3 - ground.dice.roll(3);
  const old = document(ground, {
    document_id: id(5),
    title: `Annual report ${year - 1}`,
    kind: 'filing',
    published: `${year}-03-15`,
  });
  const placed = inDocument(ground, [old], id(5));
  if (placed === null) return null;
  return withClaim(placed.caseFile, ground.claim, { evidence_refs: [placed.copy.evidence_id], sanad: [] });
};

/** The claim follows a blog, although the report itself says something else. */
export const weakerSource: Plant = (ground) => {
  const blog = document(ground, { document_id: id(6), title: 'A blog', source_grade: 'C', origin: 'a blogger' });
  const placed = inDocument(ground, [blog], id(6));
  const { value } = ground.claim;
  if (placed === null || value === null || placed.copy.value === null) return null;
  const amount = wrongAmount(value.amount, ground.dice);
  const copy = {
    ...placed.copy,
    value: { ...placed.copy.value, amount },
    text: rewriteNumber(placed.copy.text, value.amount, amount),
  };
  const evidence = placed.caseFile.evidence.map((one) => (one.evidence_id === copy.evidence_id ? copy : one));
  return withClaim({ ...placed.caseFile, evidence }, ground.claim, {
    evidence_refs: [copy.evidence_id],
    sanad: [],
    value: { ...value, amount },
    claim_text: rewriteNumber(ground.claim.claim_text, value.amount, amount),
  });
};
