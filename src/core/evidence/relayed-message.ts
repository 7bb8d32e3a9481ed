import type { MessageView } from './message-view.ts';

const FORWARD_LINE =
  /---- ?(?:forwarded|original|weitergeleitete|ursprungliche|message transfere|mensaje reenviado|messaggio inoltrato|doorgestuurd|przekazana|mensagem (?:reencaminhada|encaminhada))|begin forwarded message|anfang der weitergeleiteten|debut du message (?:reexpedie|transfere)|inicio del mensaje reenviado|inizio messaggio inoltrato/;

/** Outlook's lines *From* and *Sent*. */
const FORWARD_HEAD =
  /(?:^|[\s_])(?:from|von|de|da|od|van|发件人|寄件者|差出人) ?[:：][^:：]{1,80}(?:sent|gesendet|envoye|enviado|enviada|inviato|wys[lł]ano|verzonden|发送时间|寄件日期|送信日時) ?[:：]/;

export function isForwarded({ isAnswer, textFolded }: MessageView): boolean {
  return FORWARD_LINE.test(textFolded) || (isAnswer && FORWARD_HEAD.test(textFolded));
}

/** Exchange's own mailbox has this local part everywhere. */
const EXCHANGE = 'microsoftexchange329e71ec88ae4615bbc36ab6ce41109e';

export function isBounce({ sender, subjectFolded }: MessageView): boolean {
  return (
    sender !== null &&
    (sender.local === EXCHANGE || /^(?:mailer-?daemon|postmaster)$/.test(sender.local)) &&
    /undeliver|returned mail|delivery (?:status|failure|has failed)|failure notice|mail delivery failed|delayed mail|unzustellbar|non remis|echec de (?:la )?remise|no se puede entregar|non recapitabile|niedostarcz|nie mozna dostarczyc|nao e possivel entregar|nao entregue|onbestelbaar|配信不能|无法送达|無法傳遞/.test(
      subjectFolded,
    )
  );
}

/** Not an imitation of Microsoft: Exchange reports undelivered mail as *Microsoft Outlook* from each firm's domain. */
export function isExchangeBounce(view: MessageView): boolean {
  return view.sender?.local === EXCHANGE && isBounce(view);
}

export function isTicket({ sender, subjectFolded }: MessageView): boolean {
  return (
    sender !== null &&
    HELP_DESKS.some((desk) => sender.host.endsWith(`.${desk}`)) &&
    /^\[[^\]]{2,60}\]|(?:ticket|case|request|anfrage|demande|solicitud|richiesta) ?#? ?\d{3}/.test(
      subjectFolded,
    )
  );
}

/** Services that give each customer a host. Source: the services' documentation. */
const HELP_DESKS = ['zendesk.com', 'freshdesk.com', 'freshservice.com', 'atlassian.net', 'zohodesk.com'];
