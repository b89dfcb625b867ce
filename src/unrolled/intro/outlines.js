// The letters of the book's serif type (Source Serif 4, SIL Open Font License) as outlines, so that
// they are as large as they should be in any host: 1,000 units an em, y upwards from the baseline.
import { roundPixel } from "../widget/kit/dom.js";

const D =
  "M254 -12Q193 -12 146 18Q99 49 73 106Q46 163 46 243Q46 324 74 383Q102 442 150 473Q198 505" +
  " 258 505Q293 505 319 494Q345 483 366 463Q386 442 404 414H440L435 346Q393 394 360 417Q326" +
  " 440 285 440Q247 440 216 420Q185 400 167 357Q149 314 149 246Q149 180 166 138Q184 95 215" +
  " 75Q246 54 285 54Q330 54 364 79Q397 104 435 153L439 85H404Q388 57 368 35Q348 13 320 0" +
  "Q293 -12 254 -12ZM419 -7 409 99 407 100V394L413 401L409 642L322 657V700L477 734L505 730" +
  "L503 602V61L584 47V0Z";

const E =
  "M287 -12Q212 -12 158 18Q104 49 75 105Q46 162 46 239Q46 318 76 377Q107 437 160 471Q213" +
  " 505 282 505Q343 505 389 481Q434 457 460 413Q485 369 485 308Q485 288 483 270Q480 252 477" +
  " 240H103V287H360Q381 294 387 308Q393 321 393 338Q393 377 380 402Q367 427 342 440Q317 452" +
  " 282 452Q245 452 213 431Q182 411 164 366Q146 322 146 250Q146 189 166 146Q186 103 224 80" +
  "Q261 57 310 57Q362 57 398 76Q433 95 460 127L492 101Q470 68 443 42Q416 16 378 2Q341 -12" +
  " 287 -12Z";

const M =
  "M41 0V49L154 59H184L289 49V0ZM119 0Q119 30 119 67Q120 104 120 143Q120 182 120 215V267" +
  "Q120 293 120 315Q120 337 120 357Q119 377 119 399L36 403V448L170 499L198 494L212 386L216" +
  " 385V215Q216 182 216 143Q216 104 217 67Q217 30 217 0ZM362 0V49L471 59H502L609 49V0ZM437" +
  " 0Q437 30 437 67Q438 104 438 142Q438 181 438 215V312Q438 373 419 399Q400 424 354 424Q330" +
  " 424 305 417Q279 409 254 394Q228 379 202 357L194 399H219Q239 428 265 453Q292 477 324 491" +
  "Q356 505 392 505Q464 505 498 461Q533 418 533 329V215Q533 181 534 142Q534 104 534 67Q534" +
  " 30 535 0ZM680 0V49L789 59H820L928 49V0ZM755 0Q755 30 755 67Q756 104 756 142Q756 181 756" +
  " 215V313Q756 375 736 400Q716 424 671 424Q648 424 623 417Q598 409 573 394Q547 380 519 357" +
  "L510 398H535Q556 430 583 455Q609 479 641 492Q673 505 710 505Q780 505 815 463Q851 420 851" +
  " 333V215Q851 181 851 142Q852 104 852 67Q852 30 853 0Z";

const O =
  "M290 -12Q226 -12 170 17Q114 46 80 104Q46 161 46 244Q46 327 80 386Q114 445 170 475Q226" +
  " 505 290 505Q354 505 409 475Q465 446 500 388Q535 330 535 247Q535 164 500 106Q465 48 410" +
  " 18Q354 -12 290 -12ZM290 40Q335 40 366 63Q397 86 414 131Q430 176 430 244Q430 314 414 359" +
  "Q397 405 366 428Q335 451 290 451Q246 451 215 428Q184 405 167 360Q150 315 150 246Q150 177" +
  " 167 132Q184 86 215 63Q246 40 290 40Z";

/** `width` is how far the next letter is, `top` how high it reaches. */
export const LETTERS = {
  d: { width: 615, top: 734, d: D },
  e: { width: 534, top: 505, d: E },
  m: { width: 956, top: 505, d: M },
  o: { width: 581, top: 505, d: O },
};

const COMMAND = /([MLHVQZ])([^A-Z]*)/g;

const readNumbers = (text) => (text.match(/-?\d+/g) ?? []).map(Number);

/** Each outline as [command, numbers]. */
const OUTLINES = Object.fromEntries(
  Object.entries(LETTERS).map(([name, { d }]) => {
    const commands = [...d.matchAll(COMMAND)];
    return [name, commands.map(([, command, text]) => [command, readNumbers(text)])];
  }),
);

/** The path of a letter of this size (px an em), its left side and its baseline at a place. */
export function letterPath(name, [left, baseline], size) {
  const scale = size / 1000;
  const isX = (command, i) => command === "H" || (command !== "V" && i % 2 === 0);
  const place = (command) => (value, i) =>
    roundPixel(isX(command, i) ? left + scale * value : baseline - scale * value);
  return OUTLINES[name]
    .map(([command, numbers]) => command + numbers.map(place(command)).join(" "))
    .join("");
}

/** How wide a letter of this size is. */
export const letterWidth = (name, size) => (LETTERS[name].width * size) / 1000;
