#!/bin/sh
# Makes the database and its two roles when the PostgreSQL of compose.yaml starts for the first time.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v server="$SERVER_PASSWORD" <<'SQL'
create role portal_owner login password :'owner';
create role portal_server login password :'server';
create database portal owner portal_owner;
SQL
