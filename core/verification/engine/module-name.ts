/** What an import of a file calls it: its name without ending, or its folder's where the file stands for the folder. */
export function moduleName(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? path;
  return /^(index|__init__)$/.test(last) ? (parts.at(-2) ?? last) : last;
}
