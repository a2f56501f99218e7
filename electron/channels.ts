/** The two IPC channels: requests from the console, events to it. Known to the preload script and the gateway only. */
export const requestChannel = 'mizan:request';
export const eventChannel = 'mizan:event';
