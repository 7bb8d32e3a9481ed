import { mailPage } from '../harness/mail-pages.ts';

/** Where the letter wants its reader to click. */
export const ACTION = 'https://track.parcel-waiting.top/pay?id=8f2a77c19e';

/** A letter that no list knows, and that is marked by what can be seen in it. */
export const SUSPICIOUS = mailPage()
  .html(
    `<p>Dear customer, your parcel is on hold. Your account will be suspended unless you act now.</p>
   <p><button id="before">before</button> <a id="a" href="${ACTION}">Pay now</a></p><p>© 2026 DHL Express</p>
   <p style="margin:200px 0">The end.</p>`,
  )
  .replaceAll('sender@news.example', 'info@parcel-waiting.top')
  .replaceAll('>Sender<', '>DHL Express<')
  .replaceAll('name="Sender"', 'name="DHL Express"')
  .replaceAll('>Subject<', '>Your parcel is on hold: pay the customs fee today<');
