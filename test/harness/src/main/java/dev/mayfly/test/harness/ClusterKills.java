package dev.mayfly.test.harness;

import dev.mayfly.app.cassandra.CassandraNode;
import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Rounds in which servers over Cassandra, or nodes of Cassandra below them, are killed under load while another server lives on. */
public final class ClusterKills {
    private final String face;
    private final RandomGenerator random;
    private final BooleanSupplier probe;
    private final List<Long> stalls = Collections.synchronizedList(new ArrayList<>());

    /** @param probe writes once through the server that lives on; false when it is refused */
    public ClusterKills(String face, RandomGenerator random, BooleanSupplier probe) {
        this.face = face;
        this.random = random;
        this.probe = probe;
    }

    /** Kills a server in each round, after a number of writes at most. */
    public void ofServers(int rounds, int writesMax, KillRounds.Servers servers) throws Exception {
        new KillRounds(face + " over Cassandra, servers killed", random)
                .run(rounds, writesMax, round -> new Victim(servers.start(round), () -> {}, this::stall));
        tellStalls();
    }

    /** Kills one of the nodes in each round, and the server that was written to right after it. */
    public void ofNodes(int rounds, int writesMax, KillRounds.Servers servers, List<CassandraNode> nodes)
            throws Exception {
        new KillRounds(face + " over Cassandra, its nodes killed", random)
                .run(rounds, writesMax, new KillRounds.Servers() {
                    private CassandraNode dead = nodes.getFirst();

                    @Override
                    public KillRounds.Server start(int round) throws Exception {
                        CassandraNode next = nodes.get(random.nextInt(nodes.size()));
                        dead = next;
                        return new Victim(
                                servers.start(round),
                                () -> {
                                    next.kill();
                                    stall();
                                },
                                () -> {});
                    }

                    @Override
                    public void killed(int round) throws CassandraStartException {
                        dead.start();
                    }
                });
        tellStalls();
    }

    /** Measures for how long nothing can be written through the server that is left. */
    private void stall() {
        long begun = SystemClock.INSTANCE.tickNanos();
        while (!probe.getAsBoolean()) {
            Thread.onSpinWait();
        }
        stalls.add((SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000);
    }

    private void tellStalls() {
        System.out.println(face + ": stalled for, in milliseconds: "
                + stalls.stream().sorted().toList());
    }

    /** A server that is killed, with what else happens then. */
    private record Victim(KillRounds.Server server, Runnable before, Runnable after) implements KillRounds.Server {
        @Override
        public Ledger.Client connect() {
            return server.connect();
        }

        @Override
        public Map<String, Ledger.State> read(List<String> keys) {
            return server.read(keys);
        }

        @Override
        public void kill() {
            before.run();
            server.kill();
            after.run();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
