export const runtimeFolder: string;
export const wantedMajor: number;
export function runtimePackage(platform: string, arch: string): string | undefined;
export function runtimeBinary(name: string, platform: string): string;
export function fetchRuntime(name: string, platform: string, say: () => void): string | null;
