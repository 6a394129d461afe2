package dev.mayfly.examples.sessions;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/** Somebody who has logged in; forgotten thirty minutes after the last request. */
@Document("sessions")
public record Session(
        @Id String id, String user, @Indexed(name = "idle", expireAfter = "30m") Instant lastSeen) {}
