package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Writers and their ledgers, through rounds in which the server is killed at random moments and then must remember. */
public final class KillRounds {
    private static final int WRITERS = 4;

    private final String face;
    private final RandomGenerator random;
    private final List<Ledger> ledgers = new ArrayList<>();
    private final CrashFindings findings = new CrashFindings();
    private int kills;

    /** A running server, as clients of one face see it. */
    public interface Server extends AutoCloseable {
        /** Connects a writer. */
        Ledger.Client connect();

        /** Reads every document; these keys are all that there may be. */
        Map<String, Ledger.State> read(List<String> keys);

        /** As kill -9 does. */
        void kill();

        @Override
        void close();
    }

    /** The servers of the rounds, all over the same data. */
    public interface Servers {
        /** Starts one; in the first round there is no data. */
        Server start(int round) throws Exception;

        /** Looks at what a killed server left. */
        default void killed(int round) throws Exception {}
    }

    public KillRounds(String face, RandomGenerator random) {
        this.face = face;
        this.random = random;
        for (int writer = 0; writer < WRITERS; writer++) {
            ledgers.add(new Ledger(writer, new SplittableRandom(random.nextLong())));
        }
    }

    /** Kills a server in each round, after a number of writes at most, and compares at the start of the next. */
    public void run(int rounds, int writesMax, Servers servers) throws Exception {
        for (int round = 0; round < rounds; round++) {
            try (Server server = servers.start(round)) {
                compare(server);
                writeUntil(server, random.nextInt(1, writesMax), server::kill);
                kills++;
            }
            servers.killed(round);
        }
        try (Server server = servers.start(rounds)) {
            compare(server);
        }
        System.out.println(summary());
    }

    /** Lets all writers write until the server is gone, which it is to be after a number of writes. */
    public void writeUntil(Server server, int writes, Runnable end) throws InterruptedException, ExecutionException {
        // All are connected before the first one writes: a few writes may be all that the server lives for.
        List<Ledger.Client> clients =
                ledgers.stream().map(_ -> server.connect()).toList();
        List<BooleanSupplier> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            Ledger ledger = ledgers.get(writer);
            Ledger.Client client = clients.get(writer);
            writers.add(() -> ledger.write(client));
        }
        Writers.writeUntilGone(writers, writes, end);
    }

    /** Fails if the server has other documents than it acknowledged. */
    public void compare(Server server) {
        CrashFindings wrong = findings(server);
        assertTrue(wrong.isEmpty(), () -> wrong.counts() + ": " + wrong);
    }

    /** Returns what is wrong with the documents of a server. */
    public CrashFindings findings(Server server) {
        List<String> keys =
                ledgers.stream().flatMap(ledger -> ledger.keys().stream()).toList();
        long from = SystemClock.INSTANCE.wallMillis();
        Map<String, Ledger.State> found = server.read(keys);
        long until = SystemClock.INSTANCE.wallMillis();
        CrashFindings wrong = new CrashFindings();
        ledgers.forEach(ledger -> ledger.compare(found, from, until, wrong));
        findings.addAll(wrong);
        return wrong;
    }

    /** Returns what was done and found, as a line of the test's output. */
    public String summary() {
        int logged = ledgers.stream().mapToInt(Ledger::logged).sum();
        int synced = ledgers.stream().mapToInt(Ledger::synced).sum();
        int unanswered = ledgers.stream().mapToInt(Ledger::unanswered).sum();
        int carriedOut = ledgers.stream().mapToInt(Ledger::carriedOut).sum();
        return face + ": " + kills + " kills, " + logged + " writes acknowledged as logged and " + synced
                + " as synced, " + unanswered + " not answered of which " + carriedOut + " had been carried out, "
                + findings.counts();
    }
}
