package dev.mayfly.examples.seats;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** Seats that are reserved for ten minutes, and kept once they are paid. That a reservation ends is left to the database. */
public final class SeatReservations {
    static final Duration RESERVED_FOR = Duration.ofMinutes(10);

    private final MongoCollection<Document> seats;
    private final Clock clock;

    public SeatReservations(MongoDatabase database, Clock clock) {
        this.seats = database.getCollection("seats");
        this.clock = clock;
        seats.createIndex(Indexes.ascending("reservedUntil"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
    }

    /** Reserves a seat for an order; answers whether no other order has it. */
    public boolean reserve(String seat, String order) {
        Date until = Date.from(clock.instant().plus(RESERVED_FOR));
        try {
            seats.insertOne(new Document("_id", seat).append("order", order).append("reservedUntil", until));
            return true;
        } catch (MongoWriteException refusal) {
            if (refusal.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw refusal;
        }
    }

    /** Keeps a seat that is paid; answers whether it was still reserved for the order. */
    public boolean pay(String seat, String order) {
        return seats.updateOne(and(eq("_id", seat), eq("order", order)), unset("reservedUntil"))
                        .getMatchedCount()
                == 1;
    }

    /** Answers whether anybody could reserve the seat now. */
    public boolean isFree(String seat) {
        return seats.countDocuments(eq("_id", seat)) == 0;
    }
}
