import { blank, type Gap } from './gap.ts';

export const attribute: Gap = {
  construct: 'an attribute in a place of its own',
  pattern:
    /\[\[(?:[^[\]"]|"[^"\n]*")*\]\]|\b__(?:attribute__|declspec)\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)|\b__extension__\b/g,
  readAs: blank,
  isLoose: true,
};

/** A label needs no statement behind it (C23, C++23). */
export const labelAtEnd: Gap = {
  construct: 'a label at the end of a block',
  pattern: /(?<=[{};:]\s*(?:\w+|case\s+\w+)\s*:)(?=\s*\})/g,
  readAs: ';',
};

/** Padding of a struct, which every C has. */
export const unnamedBitField: Gap = {
  construct: 'a bit-field without a name',
  pattern:
    /(?<=[{};]\s*(?:(?:const|volatile|unsigned|signed|int|char|short|long|_Bool|bool|\w+_t)\s+)*(?:unsigned|signed|int|char|short|long|_Bool|bool|\w+_t))\s*(?=:\s*\w+\s*;)/g,
  readAs: ' _',
};
