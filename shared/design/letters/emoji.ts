import type { EmojiFont } from '#shared/design/script-fonts.ts'
import { CodePoints } from './code-points.ts'

/**
 * Code points of each emoji font file, from the package's `unicode.json`. One in several files is listed once. Omits
 * characters of the display font, flags, joiners and skin tones.
 */
const COVERED: Readonly<Record<EmojiFont, CodePoints>> = {
  'emoji-1': new CodePoints('1f38c 1f3c1 1f3f3-1f3f4 1f6a9'),
  'emoji-2': new CodePoints(
    '203c 2049 2139 2196-2199 21a9-21aa 23cf 23e9-23ef 23f8-23fa 24c2 25aa-25ab 25b6 25c0 25fb-25fe 2611 ' +
      '2622-2623 2626 262a 262e-262f 2638 2648-2653 2660 2663 2666 2668 267b 267e-267f 269b-269c 26a0 26a7 ' +
      '26aa-26ab 26ce 26d4 2705 2714 2716 271d 2721 2733-2734 2747 274c 274e 2753-2755 2757 2795-2797 27b0 ' +
      '27bf 2934-2935 2b05-2b07 2b1c 2b55 3030 303d 3297 3299 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a ' +
      '1f201-1f202 1f21a 1f22f 1f232-1f23a 1f250-1f251 1f3a6 1f3b5-1f3b6 1f3bc 1f3e7 1f4a0 1f4ac-1f4ad ' +
      '1f4b1-1f4b2 1f4b9 1f4db 1f4f2-1f4f6 1f500-1f507 1f515 1f518-1f524 1f52f-1f53d 1f549 1f54e 1f5e8 ' +
      '1f5ef 1f6ab 1f6ad-1f6b1 1f6b3 1f6b7-1f6bc 1f6be 1f6c2-1f6c5 1f6d0 1f6d7 1f6dc 1f7e0-1f7e8 1f7ea ' +
      '1f7f0 1faaf',
  ),
  'emoji-3': new CodePoints(
    '231a-231b 2328 23f0-23f3 2602 260e 2692 2694 2696-2697 2699 26b0-26b1 26cf 26d1 26d3 2702 2709 270f ' +
      '2712 1f302 1f392-1f393 1f3ee 1f3f7 1f3fa 1f451-1f462 1f484 1f489-1f48a 1f48d-1f48e 1f4a1 1f4a3 1f4b0 ' +
      '1f4b3-1f4b8 1f4bb-1f4da 1f4dc-1f4e1 1f4e3-1f4f1 1f4ff 1f508-1f514 1f516-1f517 1f526-1f529 ' +
      '1f52c-1f52e 1f550-1f567 1f56f-1f570 1f576 1f587 1f58a-1f58b 1f5a5 1f5a8 1f5b1-1f5b2 1f5c2-1f5c4 ' +
      '1f5d1-1f5d3 1f5dc-1f5de 1f5e1 1f5f3 1f6aa 1f6ac 1f6bd 1f6bf 1f6c1 1f6cb 1f6cd-1f6cf 1f6d2 ' +
      '1f6e0-1f6e1 1f6f0 1f97b-1f97f 1f9af 1f9e2-1f9e6 1f9ea-1f9ec 1f9ee-1f9f4 1f9f7-1f9ff 1fa72-1fa74 ' +
      '1fa7a-1fa7b 1fa86 1fa8e-1fa8f 1fa91-1fa93 1fa96 1fa99-1faa0 1faa2-1faa7 1faaa-1faae',
  ),
  'emoji-4': new CodePoints(
    '265f 26bd-26be 26f3 26f8 1f004 1f0cf 1f380-1f384 1f386-1f388 1f38b 1f38d-1f391 1f396-1f397 ' +
      '1f399-1f39b 1f39e-1f39f 1f3a3-1f3a5 1f3a7-1f3a9 1f3ab-1f3b4 1f3b7-1f3bb 1f3bd-1f3c0 1f3c5-1f3c6 ' +
      '1f3c8-1f3c9 1f3cf-1f3d3 1f3f8-1f3f9 1f4e2 1f4f7-1f4fd 1f52b 1f579 1f58c-1f58d 1f5bc 1f6f7 1f6f9 ' +
      '1f6fc 1f93f 1f941 1f945 1f947-1f94f 1f9e7-1f9e9 1f9f5-1f9f6 1fa70-1fa71 1fa80-1fa81 1fa83-1fa85 ' +
      '1fa87-1fa8a 1fa94-1fa95 1fa97-1fa98 1faa1 1faa9 1fadf',
  ),
  'emoji-5': new CodePoints(
    '2693 26e9-26ea 26f1-26f2 26f4-26f5 26fa 26fd 2708 1f301 1f303 1f306-1f307 1f309 1f310 1f3a0-1f3a2 ' +
      '1f3aa 1f3cd-1f3ce 1f3d5 1f3d7-1f3db 1f3df-1f3e6 1f3e8-1f3ed 1f3ef-1f3f0 1f488 1f492 1f4ba ' +
      '1f54b-1f54d 1f5fa-1f5ff 1f680-1f6a2 1f6a4-1f6a8 1f6b2 1f6d1 1f6d5-1f6d6 1f6dd-1f6df 1f6e2-1f6e5 ' +
      '1f6e9 1f6eb-1f6ec 1f6f3-1f6f6 1f6f8 1f6fa-1f6fb 1f9bc-1f9bd 1f9ed 1fa7c',
  ),
  'emoji-6': new CodePoints(
    '2615 1f32d-1f330 1f336 1f33d 1f345-1f37f 1f52a 1f7e9 1f7eb 1f942-1f944 1f950-1f96f 1f9c0-1f9cb 1fad0-1fadc',
  ),
  'emoji-7': new CodePoints(
    '2600-2601 2604 2614 2618 26c5 26c8 26f0 2744 2b1b 1f300 1f304-1f305 1f308 1f30a-1f30f 1f311-1f319 ' +
      '1f320-1f321 1f324-1f32a 1f32c 1f331-1f335 1f337-1f33c 1f33e-1f344 1f3d4 1f3d6 1f3dc-1f3de 1f3f5 ' +
      '1f400-1f43f 1f490 1f4a7 1f4ae 1f54a 1f577-1f578 1f6d8 1f940 1f980-1f99f 1f9a1-1f9ae 1f9ba 1fa90 ' +
      '1faa8 1fab0-1fabf 1facd-1facf 1fae7',
  ),
  'emoji-8': new CodePoints(
    '2640 2642 2695 26f7 26f9 27a1 1f385 1f3c2-1f3c4 1f3c7 1f3ca-1f3cc 1f466-1f469 1f46b-1f478 1f47c ' +
      '1f481-1f483 1f486-1f487 1f48f 1f491 1f574-1f575 1f57a 1f645-1f647 1f64b 1f64d-1f64e 1f6a3 ' +
      '1f6b4-1f6b6 1f6c0 1f6cc 1f926 1f930-1f931 1f934-1f93a 1f93c-1f93e 1f977 1f9b0-1f9b3 1f9b8-1f9b9 ' +
      '1f9cc-1f9cf 1f9d1-1f9df 1fa82 1fac3-1fac5 1fac8',
  ),
  'emoji-9': new CodePoints(
    '2194-2195 2603 261d 2620 2639-263a 2665 26a1 26c4 270a-270d 2728 2763-2764 2b50 1f31a-1f31f 1f32b ' +
      '1f389-1f38a 1f440-1f450 1f463-1f465 1f479-1f47b 1f47d-1f480 1f485 1f48b-1f48c 1f493-1f49f 1f4a2 ' +
      '1f4a4-1f4a6 1f4a8-1f4ab 1f4af 1f525 1f573 1f590 1f595-1f596 1f5a4 1f5e3 1f600-1f644 1f648-1f64a ' +
      '1f64c 1f64f 1f90c-1f925 1f927-1f92f 1f932-1f933 1f970-1f976 1f978-1f97a 1f9a0 1f9b4-1f9b7 1f9bb ' +
      '1f9be-1f9bf 1f9d0 1f9e0-1f9e1 1fa75-1fa79 1fac0-1fac2 1fac6 1fae0-1fae6 1fae8-1faea 1faef-1fafa',
  ),
  'emoji-10': new CodePoints('1f6d9 1fa8b-1fa8d 1facc 1fadd 1faeb'),
}

const findFont = (point: number): EmojiFont | null =>
  (Object.keys(COVERED) as EmojiFont[]).find((font) => COVERED[font].has(point)) ?? null

export const isEmoji = (point: number): boolean => findFont(point) !== null

/** Returns the font files that a text's emoji need. */
export const getEmojiFonts = (text: string): readonly EmojiFont[] => [
  ...new Set(Array.from(text, (character) => findFont(character.codePointAt(0)!)).filter((font) => font !== null)),
]
