/** Line drawings of our own, 20 by 20, drawn with `currentColor`. */
const drawings = {
  scales:
    'M10 3v14M6 17h8M3.5 6.5h13M10 4.5 3.5 6.5m0 0L1.5 11.5h4z' +
    'M16.5 6.5l-2 5h4zM1.5 11.5a2 2 0 0 0 4 0m9 0a2 2 0 0 0 4 0',
  gates: 'M3 17V6l7-3 7 3v11M3 17h4M13 17h4M7 17V9.5h6V17M10 9.5V17M7 13h6',
  work: 'M5 2.5h7l3.5 3.5v11.5h-10.5zM12 2.5V6h3.5M7.5 11.5l1.8 1.8 3.4-3.8',
  debates: 'M2.5 3h10v7H7.5L5 12.5V10H2.5zM15 7h2.5v7.5H16V17l-2.5-2.5H9',
  runs: 'M4 4.5h.01M4 10h.01M4 15.5h.01M8 4.5h9M8 10h5M8 15.5h3M14 14l3 3m0-3-3 3',
  agents: 'M4 17.5c.5-3.5 2.8-5.2 6-5.2s5.5 1.7 6 5.2M6.5 4.5h7v5h-7zM10 2v2.5M8.5 7h.01M11.5 7h.01',
  ledger: 'M10 2.5 16.5 6 10 9.5 3.5 6zM3.5 10l6.5 3.5 6.5-3.5M3.5 14l6.5 3.5 6.5-3.5',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  help: 'M7.3 7.3A2.8 2.8 0 1 1 10 11v1.5M10 15.5h.01M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  search: 'M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM12.6 12.6 17 17',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  copy: 'M7 7h9.5v9.5H7zM4 13H3.5V3.5H13V4',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  down: 'm5 8 5 5 5-5',
  right: 'm8 5 5 5-5 5',
  link: 'M8 6H4.5v9.5H14V12M11 4h5v5M16 4 9.5 10.5',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  unlock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 5.8-1',
  shield: 'M10 2.5 16.5 5v5c0 4-2.8 6.5-6.5 7.5C6.3 16.5 3.5 14 3.5 10V5zM7 10l2.2 2.2L13.2 8',
  folder: 'M2.5 5h5.5l1.5 2h8v9.5h-15z',
  sample: 'M7.5 2.5v5L3.5 15.5a1.5 1.5 0 0 0 1.3 2h10.4a1.5 1.5 0 0 0 1.3-2L12.5 7.5v-5M6 2.5h8M6 12h8',
  import: 'M10 2.5v9m0 0L6.5 8m3.5 3.5L13.5 8M3.5 13v4h13v-4',
  save: 'M10 3v9m0 0-3.5-3.5M10 12l3.5-3.5M4 16.5h12',
  alert: 'M10 3 18 16.5H2zM10 8v4M10 14.3h.01',
  zoomIn: 'M4 10h12M10 4v12',
  zoomOut: 'M4 10h12',
  fit: 'M3 7.5V3h4.5M12.5 3H17v4.5M17 12.5V17h-4.5M7.5 17H3v-4.5',
  play: 'M6 4l10 6-10 6Z',
  stop: 'M5 5h10v10H5z',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17.5c.5-3.5 3-5 6.5-5s6 1.5 6.5 5',
} as const;

export type IconName = keyof typeof drawings;

/** A drawing of `size` pixels, hidden from screen readers: words or a label must stand beside it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={drawings[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
