/**
 * Beginnings of words, in the languages of most mail. All stems of one topic together give only a few points: no
 * language is evidence, and no word is strong.
 *
 * Folded as by `foldText`; a space matches any white space, and `$` ends a whole word. Source: written for this
 * project; checked against mail in those languages.
 */
export interface Stems {
  readonly words: string;
  /** Matches inside words too, for scripts without spaces. */
  readonly anywhere: string;
}

export const ACCOUNT: Stems = {
  words: `verif, confirm your, confirma tu, confirme su, confirme seu, confirmez, confermare, bestatig, bestaetig,
    suspend, suspens, sospes, gesperrt, sperrung, blocked, blockiert, bloque, bloccat, geblokkeer, restrict,
    restring, restrei, eingeschrankt, limited, limitad, limitato, limite d, unusual sign, unusual activ, unusual login,
    ungewohnlich, inusual, incomum, suspicious, verdachtig, sospechos, suspeit, sospett, unauthori, nicht autorisier,
    nao autoriz, non autoris, deactivat, deaktivier, desativ, desactiv, disattiv, expir, abgelaufen, verlopen, scadut,
    caduc, vencid, password, passwort, kennwort, senha, contrasena, mot de passe, wachtwoord, haslo, парол, подтверд,
    заблокир, sifre, dogrula, hesab, losenord, adgangskode, mailbox, postfach, boite de reception, buzon, caixa de
    entrada, storage full, quarantin, re-authentic, reauthentic, two-factor, mfa, 2fa, sign-in, signin attempt`,
  anywhere: '密码 密碼 验证 驗證 帳號 账户 账号 邮箱 パスワード アカウント 確認 비밀번호 계정',
};

export const URGENT: Stems = {
  words: `urgent, dringend, immediate, sofort, imediat, inmediat, onmiddellijk, final notice, final warning,
    final reminder, last chance, last warning, last reminder, letzte chance, letzte mahnung, letzte erinnerung,
    ultima chance, ultima oportunidade, ultimo avis, ultima notifica, dernier avis, derniere chance, dernier rappel,
    within 24, within 48, within 72, 24 hours, 48 hours, 24 stunden, 48 stunden, 24 horas, 48 horas, 24 heures,
    48 heures, 24 uur, expires today, expires soon, expires in, act now, action required, action needed,
    handeln sie, achtung, atencao, atencion, attenzione, let op, aviso importante, важно, срочно, acil, uyari`,
  anywhere: '紧急 緊急 重要 긴급',
};

export const PRIZE: Stems = {
  words: `winner, won a, you ve won, you have won, you have been selected, you have been chosen, congratulat,
    gluckwunsch, gewinn, gewonnen, auserwahlt, parabens, ganhou, ganador, has ganado, premio, felicitation, gagne,
    gagnant, vincit, congratulazioni, gefeliciteerd, gift card, giftcard, gutschein, cadeau, voucher, vale presente,
    bon d achat, reward, free gift, claim your, claim now, giveaway, sweepstake, lotter, wygra, поздравля, выигр,
    tebrik, hediye, refund, erstattung, reembolso, remboursement, rimborso, terugbetaling`,
  anywhere: '恭喜 中奖 当選 당첨',
};

export const CRYPTO: Stems = {
  words: `bitcoin, btc$, ethereum, crypto wallet, crypto asset, crypto account, cryptocurren, krypto, cripto, airdrop,
    recovery phrase, seed phrase, secret phrase, nft$, nfts$, metamask, xrp$, usdt$, staking, wallet, кошел, криптовалют, web3`,
  anywhere: '比特币 仮想通貨',
};

/** Only matters of the reader's office or mail provider. Not a password *reset*, which every small service sends. */
export const OFFICE: Stems = {
  words: `mailbox, mail box, postfach, boite mail, boite aux lettres electronique, buzon, caixa postal, casella di posta,
    postvak, email storage, mail storage, storage is full, storage full, storage limit, quota, quarantin, quarantane,
    held messages, undelivered messages, pending messages, messages on hold, password expir, password will expire,
    password is expiring, passwort lauft, kennwort lauft, senha expira, contrasena caduca, contrasena expira, mot de
    passe expire, wachtwoord verloopt, re-authentic, reauthentic, authenticator, two-factor, multi-factor, mfa, payroll,
    pay slip, payslip, salary, gehalt, lohnabrechnung, salario, salaire, nomina, folha de pagamento, stipendio, direct
    deposit, shared a document, shared a file, shared with you, secure document, secure message, secure share,
    encrypted message, document shared, dokument geteilt, documento compartilhado, documento compartido, voicemail,
    voice message, e-signature, signature requested, remittance advice`,
  anywhere: '邮箱 郵箱 工资 薪资 メールボックス 메일함',
};

export const OFFER: Stems = {
  words: `casino, free spins, freispiele, jackpot, slots, poker, roulette, sex, singles, dating, hot girls, ukrainian,
    russian girl, russian wom, russian beaut, viagra, cialis, erectil, potenz, libido, testosteron, weight loss,
    lose weight, abnehm, keto, gummies, cbd, diabet, blood sugar, neuropath, tinnitus, prostat, fungus, nagelpilz,
    hair loss, wrinkle, знакомств, казино, timeshare, walk-in, debt, schulden, passive income, make money, winner, gewinn,
    gift card, gutschein, reward, giveaway, sweepstake, prize, promo, survey, umfrage, offer, deal alert, cupom, airdrop`,
  anywhere: '',
};

/** Brands have such words in their own names, so a brand's own name is not searched for them. */
export const TRADE: Stems = {
  words: `insurance, versicherung, seguro, assurance, warranty, garantie, mortgage, hypothek, solar, loan, kredit, darlehen,
    emprestimo, pret, prestamo, planos de saude, plano de saude, roofing, gutter, trading`,
  anywhere: '',
};

/** Texts of links that lead to the sender's own site even in forged mail. */
export const SERVICE_LINK: Stems = {
  words: `unsubscribe, opt out, opt-out, remove me, preferences, manage your, manage email, email settings, settings,
    notification settings, privacy, terms, legal, imprint, impressum, disclaimer, cookie, help, support, contact,
    faq, about us, view in browser, view this email, view online, view as web, web version, browser, online version,
    home, homepage, our website, website, visit our website, visit us, forward to, update profile, report abuse, abmelde,
    abbestell, austrag, newsletter abmelden, datenschutz, agb, hilfe, kontakt, einstellungen, online ansehen, webversion,
    im browser, startseite, webseite, desabonn, se desinscrire, desinscription, confidentialite, mentions legales, aide,
    contactez, en ligne, navigateur, accueil, cancelar, darse de baja, dar de baja, baja, privacidad, aviso legal, ayuda,
    contacto, navegador, inicio, descadastr, privacidade, ajuda, contato, fale conosco, disiscri, cancella, annulla
    iscrizione, informativa, assistenza, contatti, uitschrijv, afmeld, voorkeuren, hulp, wypis, rezygn, prywatnosc, pomoc,
    отпис, конфиденц, помощь, настройк, abonelikten, gizlilik, yardim, avregistrer, avmeld, afmelding`,
  anywhere:
    '退订 退訂 取消订阅 隐私 隱私 帮助 幫助 設定 设置 配信停止 配信解除 プライバシー ヘルプ お問い合わせ 수신거부 개인정보',
};

export const LEAVE: Stems = {
  words: `unsubscribe, opt out, opt-out, remove me, abmelde, abbestell, austrag, desabonn, se desinscrire, desinscription,
    darse de baja, dar de baja, baja, descadastr, cancelar inscr, disiscri, annulla iscrizione, uitschrijv, afmeld, wypis, rezygn, отпис,
    avregistrer, avmeld`,
  anywhere: '退订 退訂 取消订阅 配信停止 配信解除 수신거부',
};

export const GIFTS: Stems = {
  words: `free, bonus, gift, win$, won$, winner, reward, prize, discount, off$, sale$, deal, deals, save, coupon, voucher, gratis, kostenlos, geschenk,
    gutschein, rabatt, gewinn, preisausschreiben, gratuit, cadeau, remise, promo, concours, regalo, descuento, oferta, sorteo,
    brinde, desconto, ganhe, premio, sconto, omaggio, offerta, vinci, korting, cadeaubon, winactie`,
  anywhere: '免费 优惠 礼品 無料 プレゼント',
};

export const CHARGE: Stems = {
  words: 'charge, charged, receipt, renewal, renewed, auto-renew, invoice, debited, subscription',
  anywhere: '',
};

export const BILL: Stems = {
  words: `invoice, inv$, bill$, billing, receipt, payment, remittance, statement, purchase, order, po$, swift, quotation,
    rechnung, zahlung, mahnung, bestellung, factur, paiement, commande, fattura, pagamento, ordine, pago, pedido, fatura,
    boleto, faktura, platnosc, zamowienie, betaling, factuur, счет, оплат, fatura, odeme`,
  anywhere: '发票 發票 付款 訂單 订单 請求書 領収書 注文 청구서',
};
