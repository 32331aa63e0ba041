-- Roles and database of Assent, once, as a superuser of PostgreSQL 15 to 18:
--   psql -v owner_password=… -v app_password=… -f deploy/roles.sql postgres
-- assent_owner owns the tables and migrates; assent reads and writes rows, and no more than reads and adds them in timeline, security_log,
-- patient_changes, access_log and deletion_certificates. What a certificate of a deletion names goes from timeline and patient_changes by the
-- owner's function delete_certified, which reads the approval of two people by itself; its function count_imported analyzes the tables that an
-- import fills. Each `npm run database -- migrate` grants what new tables need.
\set ON_ERROR_STOP on

-- Roles that are there, as beside a database that is restored on the same machine, keep their passwords.
select format('create role assent_owner login password %L', :'owner_password')
  where not exists (select from pg_roles where rolname = 'assent_owner') \gexec
select format('create role assent login password %L', :'app_password')
  where not exists (select from pg_roles where rolname = 'assent') \gexec

create database assent owner assent_owner encoding 'UTF8' template template0;
revoke all on database assent from public;
grant connect on database assent to assent;

\connect assent
alter schema public owner to assent_owner;
revoke all on schema public from public;
grant usage on schema public to assent;
-- Searches compare texts by their parts.
create extension if not exists pg_trgm with schema public;
