/**
 * Indented JSON with a comma after every last member too, so that a member that is added after it does not mark it as
 * changed. Only for the eye. Pure.
 */
export function lastCommas(json: string): string {
  return json.replace(/([^\s,{[])\n(?=\s*[}\]])/g, '$1,\n');
}
