/** The sample workspace: something to look at and one thing to decide, made by the real rooms. */
export { ensureSample, type SampleWorld } from './make-sample.ts';
export {
  type SamplePlaces,
  sampleKeyFolder,
  sampleNotice,
  samplePassphrase,
  samplePlaces,
  sampleReviewer,
} from './places.ts';
