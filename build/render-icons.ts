/**
 * `node build/render-icons.ts`: renders `build/icons/icon.svg` in Chromium to what the three systems want. Run by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { required } from '../core/problem/index.ts';
import { icnsFile, icnsTypes, icoFile, icoSizes } from './icon-files.ts';
import { projectRoot } from './run-command.ts';

const folder = join(projectRoot, 'build', 'icons');
/** What a Linux desktop looks for, as `NxN.png`. */
const linuxSizes = [16, 32, 48, 64, 128, 256, 512, 1024];

async function renderAll(svg: string, sizes: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
  const browser = await chromium.launch({
    executablePath: process.env.MIZAN_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const images = new Map<number, Uint8Array>();
    for (const size of sizes) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      await page.setContent(`<body style="margin:0"><img src="${image}" width="${size}" height="${size}">`);
      images.set(size, await page.screenshot({ omitBackground: true }));
      await page.close();
    }
    return images;
  } finally {
    await browser.close();
  }
}

const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const sizes = [...new Set([...linuxSizes, ...icoSizes, ...icnsTypes.map(([, size]) => size)])];
const images = await renderAll(svg, sizes);
const pngOf = (size: number) => required(images.get(size), `image of ${size} pixels`);
for (const size of linuxSizes) writeFileSync(join(folder, `${size}x${size}.png`), pngOf(size));
writeFileSync(join(folder, 'icon.ico'), icoFile(icoSizes.map((size) => ({ size, png: pngOf(size) }))));
writeFileSync(join(folder, 'icon.icns'), icnsFile(icnsTypes.map(([type, size]) => ({ type, png: pngOf(size) }))));
