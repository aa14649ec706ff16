-- A shared summary has the same as a PDF beside it, encrypted with the key of the link.
alter table summary_links
  -- null: it has none, or it cannot be opened any more
  add column pdf text,
  -- for a reader that fetches the PDF by itself; it ends with the other ticket
  add column pdf_ticket_hash bytea;
