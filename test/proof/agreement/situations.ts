/** Generated situations for definitions and claims. */
import fc from 'fast-check';
import type { Situation } from '../../../core/kernel/evaluate.ts';
import { action, bareState, natural, tool } from './arbitraries.ts';

export const situation: fc.Arbitrary<Situation> = fc
  .tuple(action, tool, bareState, natural, natural)
  .map(([action, tool, state, threshold, value]) => ({ action, tool, state, given: { threshold, value } }));
