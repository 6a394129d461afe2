package dev.mayfly.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs several programs of which only one runs at any time, until it pauses; which one goes on then is up to the seed. A
 * program must not wait for another in between.
 */
final class Interleaving {
    private final List<Participant> participants = new ArrayList<>();
    private final Semaphore returned = new Semaphore(0);

    /** One program on its thread. */
    final class Participant {
        private final Semaphore turn = new Semaphore(0);
        private final Runnable program;
        private boolean hasEnded;
        private @Nullable Throwable failure;

        private Participant(Runnable program) {
            this.program = program;
        }

        /** Lets others go on, if this is called by the program. */
        void pause() {
            returned.release();
            turn.acquireUninterruptibly();
        }

        @SuppressWarnings("CatchingUnchecked") // Whatever goes wrong fails the test.
        private void run() {
            turn.acquireUninterruptibly();
            try {
                program.run();
            } catch (Exception | Error thrown) {
                failure = thrown;
            } finally {
                hasEnded = true;
                returned.release();
            }
        }
    }

    Participant add(Runnable program) {
        Participant added = new Participant(program);
        participants.add(added);
        return added;
    }

    /** Runs all programs to their ends; throws what the first has thrown. */
    void run(RandomGenerator random) {
        List<Participant> going = new ArrayList<>(participants);
        going.forEach(each -> Thread.ofVirtual().start(each::run));
        while (!going.isEmpty()) {
            Participant next = going.get(random.nextInt(going.size()));
            next.turn.release();
            returned.acquireUninterruptibly();
            if (next.hasEnded) {
                going.remove(next);
            }
        }
        for (Participant each : participants) {
            if (each.failure != null) {
                throw new AssertionError("a program has failed", each.failure);
            }
        }
    }
}
