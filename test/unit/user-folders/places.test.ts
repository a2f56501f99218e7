import { expect, test } from 'vitest';
import { standardPlaces } from '../../../core/user-folders/index.ts';

test('places follow XDG, and an empty variable is none', () => {
  expect(standardPlaces({ XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k' }, '/home/sam')).toEqual({
    dataFolder: '/d/mizan',
    configFolder: '/c/mizan',
    cacheFolder: '/k/mizan',
  });
  expect(standardPlaces({ XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' }, '/home/sam')).toEqual({
    dataFolder: '/home/sam/.local/share/mizan',
    configFolder: '/home/sam/.config/mizan',
    cacheFolder: '/home/sam/.cache/mizan',
  });
});
