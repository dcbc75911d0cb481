import { describe, expect, test } from 'vitest'
import { isInApp } from '#web/share/in-app.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPAD = IPHONE.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36'
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

describe('in-app browsers', () => {
  test.each([
    ['Threads on iPhone', `${IPHONE} Mobile/22F76 Barcelona 380.0.0.27.106 (iPhone16,1; iOS 18_5; en_US)`],
    ['KakaoTalk on iPhone', `${IPHONE} Mobile/22F76 KAKAOTALK/25.4.1 (INAPP)`],
    ['Instagram on iPhone', `${IPHONE} Mobile/22F76 Instagram 380.0.0.28.104`],
    ['Line on iPhone', `${IPHONE} Mobile/22F76 Safari Line/15.8.0`],
    ['an unlisted app on iPhone', `${IPHONE} Mobile/22F76`],
    ['an unlisted app on iPad', `${IPAD} Mobile/22F76 SomeApp/1.0`],
    ['an app on an iPad that requests desktop pages', MAC],
    ['Snapchat, which resembles Safari', `${IPHONE} Mobile/22F76 Snapchat/13.40 (like Safari/604.1)`],
    ['KakaoTalk on Android', `${VIEW} KAKAOTALK/25.4.1`],
    ['Threads on Android', `${VIEW} Barcelona 380.0.0.27.106 Android`],
    ['any web view on Android', VIEW],
  ])('detects an in-app browser: %s', (_, userAgent) => expect(isInApp(userAgent)).toBe(true))

  test.each([
    ['Safari on iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPhone', `${IPHONE} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`],
    ['Firefox on iPad', `${IPAD} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome on Android', CHROME],
    ['Samsung Internet', CHROME.replace('Chrome/140', 'SamsungBrowser/28.0 Chrome/140')],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'],
    ['Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`],
    ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ])('detects no in-app browser in %s', (_, userAgent) => expect(isInApp(userAgent)).toBe(false))
})
