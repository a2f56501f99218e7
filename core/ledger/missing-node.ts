/** The stored tree has a gap. Thrown inside the room only; at its face it is the problem `ledger-node-missing`. */
export class MissingNode extends Error {
  constructor(position: number) {
    super(`node ${position} of the tree is missing`);
  }
}
