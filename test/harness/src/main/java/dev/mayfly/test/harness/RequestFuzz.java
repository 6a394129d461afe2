package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/** Sends random requests to a server, several at once, and counts how they were answered. */
public final class RequestFuzz {
    /** The time that a request may take beyond its limit on a machine that does much else. */
    private static final long GRACE_MILLIS = 1_000;

    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final int SHOWN = 2_000;

    /** A campaign takes an hour: each lane says how far it is, and tells of a late answer at once. */
    private static final int REPORTED = 1_000;

    private final int lanes;
    private final long limitMillis;

    /** @param limitMillis what each request gives as its limit */
    public RequestFuzz(int lanes, long limitMillis) {
        this.lanes = lanes;
        this.limitMillis = limitMillis;
    }

    /** Makes a request and waits for its answer. */
    @FunctionalInterface
    public interface Exchange {
        /** Sends one, and says how it was answered: {@code ok}, or the code of its error. */
        String send(String request) throws Exception;
    }

    /** Makes the text of a request. */
    @FunctionalInterface
    public interface Requests {
        String next(RandomGenerator random);
    }

    /** The outcomes of the requests. */
    public record Tally(Map<String, Integer> answers, List<String> late, long slowestMillis) {
        private Tally plus(Tally other) {
            Map<String, Integer> sum = new TreeMap<>(answers);
            other.answers.forEach((answer, count) -> sum.merge(answer, count, Integer::sum));
            List<String> both = new ArrayList<>(late);
            both.addAll(other.late);
            return new Tally(sum, both, Math.max(slowestMillis, other.slowestMillis));
        }

        public int count() {
            return answers.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Fails if an answer came too late, or is one of these. */
        public void require(int requests, List<String> forbidden) {
            assertEquals(requests, count(), this::toString);
            assertEquals(List.of(), late, this::toString);
            for (String answer : forbidden) {
                assertTrue(!answers.containsKey(answer), this::toString);
            }
        }

        @Override
        public String toString() {
            return count() + " requests, the slowest " + slowestMillis + " ms, " + late.size() + " late: " + answers;
        }
    }

    /** Sends a number of requests, all that is random in them from this seed. */
    public Tally run(long seed, int requests, Requests made, Exchange exchange) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(lanes)) {
            List<Future<Tally>> running = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                RandomGenerator random = new SplittableRandom(seed * lanes + lane);
                int own = requests / lanes + (lane < requests % lanes ? 1 : 0);
                running.add(executor.submit(() -> send(random, own, made, exchange)));
            }
            Tally all = new Tally(Map.of(), List.of(), 0);
            for (Future<Tally> each : running) {
                all = all.plus(each.get());
            }
            return all;
        }
    }

    private Tally send(RandomGenerator random, int requests, Requests made, Exchange exchange) {
        Map<String, Integer> answers = new TreeMap<>();
        List<String> late = new ArrayList<>();
        long slowest = 0;
        for (int i = 0; i < requests; i++) {
            String request = made.next(random);
            long begun = SystemClock.INSTANCE.tickNanos();
            String answer;
            try {
                answer = exchange.send(request);
            } catch (Exception failure) {
                throw new AssertionError("no answer to request " + i + ": " + shown(request), failure);
            }
            long millis = (SystemClock.INSTANCE.tickNanos() - begun) / NANOS_OF_MILLI;
            answers.merge(answer, 1, Integer::sum);
            slowest = Math.max(slowest, millis);
            if (millis > limitMillis + GRACE_MILLIS) {
                late.add(millis + " ms, " + answer + ": " + shown(request));
                System.out.println("late at " + i + ": " + late.getLast());
            }
            if ((i + 1) % REPORTED == 0) {
                System.out.println((i + 1) + " of " + requests + ", the slowest " + slowest + " ms");
            }
        }
        return new Tally(answers, late, slowest);
    }

    private static String shown(String request) {
        return request.length() <= SHOWN ? request : request.substring(0, SHOWN) + "...";
    }
}
