/** The words that the detector of factual assertions knows (D4). English, in lower case. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

export const currencySigns = words('$ € £ ¥ ₹ ₩ ₽ ₺ ₪ ₫ ฿');

export const currencyWords = words(`
  usd eur gbp jpy chf cny rmb inr aud cad sek nok dkk sgd hkd aed sar krw brl dollar dollars euro euros pound pounds yen
  yuan franc francs rupee rupees cent cents pence renminbi krona kronor krone`);

export const magnitudes = words(
  'hundred thousand million millions billion billions trillion trillions k m mm mn bn b tn dozen',
);

export const numberWords = words(`
  zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen`);

export const percentWords = words('% percent percentage pct bp bps ‰');

/** How a multiple or a share is said without a number. */
export const multiples = words(`
  doubled doubles doubling tripled triples tripling quadrupled quadruples halved halves halving twice thrice twofold
  threefold fourfold fivefold tenfold two-thirds three-quarters`);

export const fractions = words('half third thirds quarter quarters fifth fifths tenth tenths');

/** Nouns that number thoughts, not things of the world. */
export const thoughts = words(`
  reason reasons thing things way ways point points question questions option options scenario scenarios argument
  arguments side sides view views factor factors theme themes aspect aspects step steps assumption assumptions
  hypothesis hypotheses test tests lens lenses pillar pillars problem problems possibility possibilities example
  examples risk risks concern concerns issue issues explanation explanations interpretation interpretations
  consideration considerations condition conditions idea ideas lesson lessons approach approaches cheers words
  perspectives perspective topics topic caveats caveat observations observation remarks remark worry worries doubt
  doubts reservation reservations objection objections thought thoughts comment comments suggestions suggestion kinds
  kind types type sorts sort`);

/** What may stand between a number and a thought: `three open questions`. */
export const thoughtAdjectives = words(
  'open main key broad big separate further other others different distinct good bad possible more',
);

/** Words after which a number names a place, not a quantity. */
export const labels = words(`
  section sections table tables page pages pp figure fig chapter note notes item items round rounds step claim claims
  rule rules appendix exhibit paragraph paragraphs line lines option phase part question challenge evidence row rows
  column columns version version no number schedule annex clause article point scenario level tier type`);

export const metrics = words(`
  revenue revenues sales turnover income profit profits profitability earnings ebitda ebit margin margins cost costs
  expense expenses expenditure expenditures spending capex opex cash debt debts liabilities assets equity churn
  retention arr mrr acv ltv cac headcount backlog bookings billings orders inventory receivables payables dividend
  dividends price prices valuation capitalization share shares eps tax taxes interest rate rates growth loss losses
  yield leverage utilization utilisation occupancy volume volumes output production shipments users customers
  subscribers employees staff payroll runway burn gmv arpu nps employee customer user subscriber count total totals
  balance worth score conversion amortization amortisation depreciation impairment goodwill fees subscriptions downloads
  traffic attrition`);

/** Verbs and phrases that compare a metric with another, or with itself at another time. */
export const movements = words(`
  grew grown grows rose risen rises fell fallen falls increased increases decreased decreases declined declines dropped
  drops climbed climbs jumped jumps surged surges plunged plunges shrank shrunk shrinks slipped slips expanded expands
  contracted contracts improved improves worsened worsens exceeded exceeds exceed outpaced outpaces outpace surpassed
  surpasses outperformed outperforms underperformed underperforms trailed trails lagged lags outnumber outnumbered
  outnumbers outweighed equaled equalled equals matched matches topped tops missed beat beats`);

export const comparatives = words(`
  higher lower larger smaller greater less fewer more bigger faster slower longer shorter better worse cheaper below
  above`);

export const months = words(`
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec`);

/** Months that are also something else: they need a day, a year or a preposition. */
export const doubtfulMonths = words('march may mar jan jun dec sep');

export const reporting = words(`
  reported reports announced announces disclosed discloses confirmed confirms testified admitted admits acknowledged
  acknowledges certified certifies attested attests revealed reveals declared declares published stated states said says
  told warned warns estimated estimates forecast forecasts projected projects claimed claims asserted asserts alleged
  alleges denied denies`);

/** These report only what follows in a clause of its own: `the filing shows that …`. */
export const reportingThat = words(`
  shows show showed notes noted found finds indicates indicated suggests suggested says writes wrote concluded concludes
  argued argues believes expects maintained maintains insisted insists demonstrates demonstrated states records recorded
  explains explained mentions mentioned observed observes`);

export const firstPerson = words("i we my our us i'd we'd i'm we're i'll we'll let's you you'd they'd");

export const modals = words('may might could would should can will shall must perhaps possibly maybe');

/** Auxiliaries and common verbs; `-ed` counts as well. */
export const verbs = words(`
  is are was were be been being has have had does did do began begin begun became become came come cut fell found
  founded got gave given grew grown held hit hired kept led left lost made met moved opened paid put ran rose saw sold
  sent set shut spent stood took taken went won wrote built bought brought chose drew drove expires ends starts begins
  runs closes opens matures renews lapses due since dates joined quit resigned sits stands lies remains remained`);

export const questionWords = words(`
  what which who whom whose when where how is are was were did does do can could should would will has have had may
  might`);

export const requests = words(`
  check verify provide request compare see ask obtain review show list explain describe clarify identify determine
  reconcile recompute recalculate test find get send search look retrieve supply produce attach cite quote please assess
  examine inspect`);

export const conditions = words('if unless should were suppose supposing assuming imagine until');
