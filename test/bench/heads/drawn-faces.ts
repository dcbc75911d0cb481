/** Two people nobody is: drawn as photos are lit, so that a detector takes them for faces. Each is 600 x 700. */

type Looks = {
  wall: string
  skin: readonly [light: string, base: string, shade: string]
  lips: string
  hair: readonly [base: string, light: string]
  iris: string
  shirt: string
  /** Behind the head, and over it. */
  hairBack: string
  hairFront: string
  brows: string
}

const FACE =
  'M178 300C174 200 226 148 300 148C374 148 426 200 422 300C420 372 404 430 372 474C350 504 326 520 300 520C274 520 250 504 228 474C196 430 180 372 178 300Z'
const NECK = 'M246 470H354V566C340 600 260 600 246 566Z'
const BODY = 'M60 700C70 620 130 590 246 556C270 590 330 590 354 556C470 590 530 620 540 700Z'

const eye = (x: number, iris: string) =>
  `<path d="M${x - 34} 318Q${x} 292 ${x + 34} 318Q${x} 338 ${x - 34} 318Z" fill="#f2ede8"/>` +
  `<circle cx="${x}" cy="316" r="15" fill="${iris}"/><circle cx="${x}" cy="316" r="8" fill="#14100e"/>` +
  `<circle cx="${x - 5}" cy="310" r="4" fill="#fff"/>` +
  `<path d="M${x - 37} 320Q${x} 288 ${x + 37} 320" fill="none" stroke="#2a1c16" stroke-width="6" stroke-linecap="round"/>` +
  `<path d="M${x - 30} 300Q${x} 278 ${x + 30} 300" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="6"/>`

function faceOf({ wall, skin, lips, hair, iris, shirt, hairBack, hairFront, brows }: Looks): string {
  const [light, base, shade] = skin
  const soft = (id: string, d: string, blur: number, color: string, opacity: number) =>
    `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${blur}"/></filter>` +
    `<path d="${d}" fill="${color}" opacity="${opacity}" filter="url(#${id})"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700">
<defs><radialGradient id="skin" cx=".4" cy=".36" r=".75"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${base}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
<linearGradient id="hair" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${hair[1]}"/><stop offset=".6" stop-color="${hair[0]}"/></linearGradient></defs>
<rect width="600" height="700" fill="${wall}"/>
<path d="${hairBack}" fill="url(#hair)"/>
<path d="${NECK}" fill="${shade}"/><path d="${BODY}" fill="${shirt}"/>
<path d="M176 296C152 286 150 366 184 376ZM424 296C448 286 450 366 416 376Z" fill="${base}"/>
<path d="${FACE}" fill="url(#skin)"/>
<clipPath id="face"><path d="${FACE}"/></clipPath><g clip-path="url(#face)">${soft('side', 'M392 220C424 300 410 420 340 512C390 480 424 400 422 300Z', 14, shade, 0.9)}
${soft('sockets', 'M200 312Q242 270 288 318Q242 344 200 312ZM312 318Q358 270 400 312Q358 344 312 318Z', 9, shade, 0.75)}
${soft('nose', 'M292 330C290 360 282 384 268 398C284 412 316 412 332 398C324 388 316 372 312 340Z', 7, shade, 0.6)}
${soft('cheeks', 'M206 372Q236 350 262 382Q238 410 206 372ZM338 382Q364 350 394 372Q362 410 338 382Z', 12, lips, 0.3)}</g>
${eye(244, iris)}${eye(356, iris)}
<path d="${brows}" fill="none" stroke="${hair[0]}" stroke-width="13" stroke-linecap="round"/>
<path d="M276 396Q284 404 292 400M308 400Q316 404 324 396" fill="none" stroke="#3a1e16" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/>
<path d="M250 440Q276 428 300 436Q324 428 350 440Q326 474 300 474Q274 474 250 440Z" fill="${lips}"/>
<path d="M258 442Q300 436 342 442Q300 456 258 442Z" fill="#f7f2ee"/><path d="M250 440Q300 434 350 440" fill="none" stroke="#4a1f1a" stroke-width="4"/>
${soft('chin', 'M266 486Q300 500 334 486Q300 512 266 486Z', 5, shade, 0.6)}
<path d="${hairFront}" fill="url(#hair)"/>
</svg>`
}

/** Fair, with red hair to the shoulders. */
export const DRAWN_LONG_HAIR = faceOf({
  wall: '#b9c7cf',
  skin: ['#fbe0cf', '#f0c3a6', '#c98d70'],
  lips: '#c4605c',
  hair: ['#7a2f16', '#c0602c'],
  iris: '#3f6b5a',
  shirt: '#2f4a63',
  hairBack:
    'M300 96C190 96 142 176 144 290C146 400 128 480 120 560C170 600 210 590 240 560L360 560C392 590 430 600 480 560C472 480 454 400 456 290C458 176 410 96 300 96Z',
  hairFront:
    'M164 330C150 200 210 104 300 104C392 104 450 200 436 330C424 270 404 226 372 196C330 232 250 250 208 246C184 268 172 296 164 330Z',
  brows: 'M206 276Q244 254 280 272M320 272Q356 254 394 276',
})

/** Dark, with short black hair. */
export const DRAWN_SHORT_HAIR = faceOf({
  wall: '#d9d2bd',
  skin: ['#a9744f', '#845334', '#4e2d1b'],
  lips: '#7c3a34',
  hair: ['#17110e', '#3a2f2a'],
  iris: '#2d1a10',
  shirt: '#8d2f2b',
  hairBack: 'M300 112C216 112 168 172 168 262L432 262C432 172 384 112 300 112Z',
  hairFront:
    'M172 300C162 190 216 112 300 112C384 112 438 190 428 300C420 250 404 214 378 192C330 172 270 172 222 192C196 214 180 250 172 300Z',
  brows: 'M204 276Q242 256 282 274M318 274Q358 256 396 276',
})
