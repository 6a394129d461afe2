package dev.mayfly.examples.sessions;

import java.time.Instant;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.mongodb.repository.Update;

/** Keeps sessions. A session that is over is in none of its answers. */
public interface SessionRepository extends MongoRepository<Session, String> {
    /** Moves the date of the last request, and with it the end; answers how many sessions of this id there were. */
    @Query("{ '_id': ?0 }")
    @Update("{ '$set': { 'lastSeen': ?1 } }")
    long touch(String id, Instant now);

    long countByUser(String user);
}
