package dev.mayfly.examples.springcouchbase;

import java.util.concurrent.TimeUnit;
import org.springframework.data.annotation.Id;
import org.springframework.data.couchbase.core.mapping.Document;

/** Somebody who has logged in. Each read by its token lets it live for another thirty minutes. */
@Document(expiry = 30, expiryUnit = TimeUnit.MINUTES, touchOnRead = true)
public record Login(@Id String token, String user) {}
