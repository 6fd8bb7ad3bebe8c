/** SQL for a `MailState`. A connector whose last test failed counts as configured: mails wait until it works again. */
export const mailState = `
  case when not exists (select from connector c where c.type = 'email' and c.project_id is null and not c.disabled) then 'not-configured'
       when (select (s.value -> 'notifications' ->> 'email')::boolean from setting s where s.key = 'general') is false then 'switched-off'
       else 'on' end`;
