/** Runs of machines on this computer: the machine room with Node, the ledger and the human gates around it. */
export { templateEngine } from './template-engine.ts';
