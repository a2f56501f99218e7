/** The sample workspace: something to look at and one thing to decide, made by the real rooms. */
export { ensureSample, type SampleWorld } from './make-sample.ts';
export { openSample, type Sample, sampleNotice, samplePassphrase, sampleReviewer } from './places.ts';
