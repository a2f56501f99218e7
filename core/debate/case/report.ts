import type { Path } from '../../machine/index.ts';

/** Lists a problem at a place of the file. */
export type Report = (code: string, message: string, path: Path) => void;
