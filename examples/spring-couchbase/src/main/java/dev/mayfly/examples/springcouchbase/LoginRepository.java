package dev.mayfly.examples.springcouchbase;

import org.springframework.data.couchbase.repository.CouchbaseRepository;

/** Keeps logins. One that is over is in none of its answers. */
public interface LoginRepository extends CouchbaseRepository<Login, String> {}
