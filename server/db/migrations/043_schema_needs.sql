-- Of a migration that takes something away: the migration that a server must know to work on the database from then on. null: any server may.
alter table schema_migrations add column needs text;
