package dev.mayfly.examples.seats;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One server for the class, so each test has a seat of its own. */
@MayflyTest(faces = MayflyFace.MONGO)
final class SeatReservationsTest {
    private static final Duration LAST_INSTANT = SeatReservations.RESERVED_FOR.minusMillis(1);

    private MayflyClock clock;
    private SeatReservations seats;

    @BeforeEach
    void open(MongoClient client, MayflyClock windable) {
        clock = windable;
        seats = new SeatReservations(client.getDatabase("theatre"), clock.asClock());
    }

    @Test
    void reservationEndsAfterTenMinutes(MayflyServer server) {
        assertTrue(seats.reserve("A1", "order 1"));
        clock.advance(LAST_INSTANT);
        assertFalse(seats.reserve("A1", "order 2"));
        clock.advance(Duration.ofMillis(1));
        assertTrue(seats.isFree("A1"));
        assertThat(server.events()).hasExpired("theatre.seats", "A1").withReason(ExpiryReason.FIELD);
        assertTrue(seats.reserve("A1", "order 2"));
    }

    @Test
    void seatThatIsPaidInTimeIsKept() {
        assertTrue(seats.reserve("B1", "order 1"));
        clock.advance(LAST_INSTANT);
        assertTrue(seats.pay("B1", "order 1"));
        clock.advance(Duration.ofDays(365));
        assertFalse(seats.isFree("B1"));
    }

    @Test
    void seatIsNotPaidTooLateNorByAnotherOrder() {
        assertTrue(seats.reserve("C1", "order 1"));
        assertFalse(seats.pay("C1", "order 2"));
        clock.advance(SeatReservations.RESERVED_FOR);
        assertFalse(seats.pay("C1", "order 1"));
        assertTrue(seats.isFree("C1"));
    }
}
