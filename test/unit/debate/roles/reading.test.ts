import { expect, test } from 'vitest';
import { normalPeriod, yearsIn, yearsOfPeriod } from '../../../../core/debate/roles/reading/period.ts';
import { readCaptionScale, readQuantities } from '../../../../core/debate/roles/reading/quantity.ts';
import { overlap } from '../../../../core/debate/roles/reading/words.ts';

test.each([
  [
    'Total sales | 2018: $  1,452.4',
    [
      [2018, null, null],
      [1452.4, null, 'USD'],
    ],
  ],
  ['$(4,000)', [[-4000, null, 'USD']]],
  ['(2.1%)', [[-2.1, null, 'percent']]],
  [
    'grew 12.5% to $1.2bn',
    [
      [12.5, null, 'percent'],
      [1.2, 9, 'USD'],
    ],
  ],
  [
    '€3m and 300 basis points',
    [
      [3, 6, 'EUR'],
      [300, null, 'basis_points'],
    ],
  ],
  [
    'from 2018-2019',
    [
      [2018, null, null],
      [2019, null, null],
    ],
  ],
  ['−22.22 percentage points', [[-22.22, null, 'percent']]],
  ['1,452.4.', [[1452.4, null, null]]],
  ['no number', []],
])('the numbers of %j', (text, expected) => {
  expect(readQuantities(text).map(({ amount, scale, unit }) => [amount, scale, unit])).toStrictEqual(expected);
});

test.each([
  ['(in millions)', 6],
  ['Dollars in thousands', 3],
  ["2019 $'000", 3],
  ['2019 €m', 6],
  ['Years Ended September 30,', null],
])('the scale of the heading %j', (text, scale) => {
  expect(readCaptionScale(text)).toBe(scale);
});

test.each([
  ['FY19', '2019'],
  ['fiscal 2019', '2019'],
  ['Q3 2019', '2019-Q3'],
  ['2019-Q3', '2019-Q3'],
  ['2018 to 2019', '2018/2019'],
  ['Two weeks', 'two weeks'],
])('the period %j', (period, normal) => {
  expect(normalPeriod(period)).toBe(normal);
});

test('years are read where they are no amounts', () => {
  expect(yearsIn('$2,019 in 2018, 2017 and again 2018, $2019, 2015%')).toStrictEqual([2018, 2017]);
  expect(yearsOfPeriod('2017/2019')).toStrictEqual([2017, 2019]);
  expect(yearsOfPeriod('last month')).toBeNull();
});

test('names overlap by their words', () => {
  expect(overlap('Net revenues', 'net revenue of the group')).toBe(1);
  expect(overlap('Net revenue', 'Gross profit')).toBe(0);
  expect(overlap('', 'Gross profit')).toBe(1);
});
