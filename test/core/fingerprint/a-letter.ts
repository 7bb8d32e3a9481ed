/** A made-up campaign: what stays the same, and what each copy has of its own. */
export const LETTER = `Dear customer, your storage is almost full and new messages will be returned to their senders.
We have tried to reach you three times. Please review your storage plan before the end of the day to keep your photos,
documents and contacts. If nothing is done, files older than thirty days are removed from our servers for good.`;

export const ANOTHER_LETTER = `Hello all, the minutes of last week's meeting are in the shared folder. We agreed to move the
release to the second half of March, so that translators have time to finish. Whoever still has open points for the
agenda of Thursday, send them to Maria please; she also books the room. Lunch will be there from noon on.`;

export const CHINESE_LETTER =
  '尊敬的用户，您的邮箱存储空间即将用完，新邮件将被退回给发件人。我们已经三次尝试与您联系，请在今天结束之前检查您的存储方案，以保留您的照片、文件和联系人。如不处理，三十天以前的文件将从我们的服务器上永久删除。';

export const JAPANESE_LETTER =
  'お客様のメールボックスの容量がまもなく上限に達します。新しいメールは送信者に返送されます。これまでに三回ご連絡を試みました。写真や書類を保存するため、本日中に容量プランをご確認ください。ご対応がない場合、三十日より古いファイルは当社のサーバーから削除されます。';
