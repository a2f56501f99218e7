/** The web door: the console and the host's operations, on loopback only. */
export { openWebDoor, type WebDoor, type WebDoorOptions } from './door.ts';
