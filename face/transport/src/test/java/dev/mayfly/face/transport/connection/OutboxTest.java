package dev.mayfly.face.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers leave in the order in which they were added, on an event loop that runs its tasks when a test says so. */
final class OutboxTest {
    private static final int TURNS = 50;
    private static final long SEEDS = 20;
    private static final int PIECE = 64 << 10;

    private final List<String> sent = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel() {
        @Override
        public ChannelFuture write(Object message) {
            // That of an embedded channel also runs the tasks of its loop, which no real one does within a write.
            sent.add(String.valueOf(message));
            return newSucceededFuture();
        }
    };
    private final Outbox outbox = new Outbox(this, channel, new ByteBudget(1 << 20));

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** Does something on the loop; tasks that it leaves are run behind it. */
    private void onLoop(Runnable work) {
        channel.eventLoop().execute(work);
        channel.runPendingTasks();
    }

    @Test
    void theRestOfARequestDoesNotOvertakeWhatWasHandedOverBefore() {
        onLoop(() -> {
            outbox.add("first", 10);
            outbox.flush();
            outbox.add("second", 10);
            // The loop ends the request before it comes to the task that the flush has left it.
            outbox.sendRest();
        });
        assertEquals(List.of("first", "second"), sent);
    }

    @Test
    void piecesThatAreHandedOverAtOnceKeepTheirOrder() {
        onLoop(() -> {
            outbox.add("first", PIECE);
            outbox.add("second", PIECE);
            outbox.add("third", 10);
            outbox.sendRest();
            outbox.add("fourth", 10);
            outbox.flush();
        });
        assertEquals(List.of("first", "second", "third", "fourth"), sent);
    }

    @Test
    void answersLeaveInTheirOrderWhateverComesBetween() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(new SplittableRandom(seed), "seed " + seed);
        }
    }

    private void run(RandomGenerator random, String seed) {
        sent.clear();
        List<String> added = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            // A peer that takes nothing would make the writer wait, so the loop comes round after a few steps.
            onLoop(() -> {
                for (int step = random.nextInt(8); step > 0; step--) {
                    take(random, added);
                }
            });
        }
        onLoop(outbox::sendRest);
        assertEquals(added, sent, seed);
    }

    private void take(RandomGenerator random, List<String> added) {
        switch (random.nextInt(4)) {
            case 0, 1 -> {
                added.add("answer " + added.size());
                outbox.add(added.getLast(), random.nextBoolean() ? 10 : PIECE / 2);
            }
            case 2 -> outbox.flush();
            default -> outbox.sendRest();
        }
    }
}
