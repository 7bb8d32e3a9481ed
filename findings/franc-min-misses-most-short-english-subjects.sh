#!/usr/bin/env bash
# franc-min takes more than half of English mail subjects of three to nine words for another language, most often French.
# Guess: 12 to 14 of 20 right.
# It matters: a model of words per language that is chosen by the subject reads most short English mail with another
# language's words. With a paragraph of text it is right.
# Seen on 29 November 2026, franc-min 6.2.0.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages franc-min@6.2.0

cat > run.mjs <<'EOF'
import { franc } from 'franc-min';
const SUBJECTS = `Please confirm your account today.
Your parcel is waiting at our depot
Verify your password now
Your account has been suspended
Reset your password
Action required: update your payment details
Your invoice for November
Security alert for your account
You have a new voice message
Your order has been shipped
Important notice about your mailbox
Final reminder: payment overdue
Your subscription will expire soon
Unusual sign-in activity
Please review the attached document
Congratulations, you have been selected
Your storage is almost full
Meeting moved to Thursday
Thank you for your purchase
Lunch on Friday?`.split('\n');
const languages = SUBJECTS.map((subject) => franc(subject));
const count = languages.filter((language) => language === 'eng').length;
console.error(`  ${languages.join(' ')}`);
console.log(count);
console.log(franc(`${SUBJECTS.join('. ')}. We are writing to let you know that the meeting was moved.`));
EOF
mapfile -t answers < <(node run.mjs)
seen 'of 20 subjects called English' 9 "${answers[0]}"
seen 'all of them as one text' eng "${answers[1]}"
