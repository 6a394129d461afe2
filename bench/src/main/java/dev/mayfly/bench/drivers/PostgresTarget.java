package dev.mayfly.bench.drivers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.types.ObjectId;

/** PostgreSQL as installed, which waits for the disk at every commit. Knows inserts only. */
final class PostgresTarget implements Target<MongoWork> {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String USER = "bench";
    private static final String INSERT = "insert into documents values (?, ?, ?, ?)";

    private final ServerProcess process;
    private final String url;

    private PostgresTarget(ServerProcess process, int port) {
        this.process = process;
        this.url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** The folder in which the newest installed version keeps its programs. */
    static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                    .max(Comparator.naturalOrder());
        }
    }

    static PostgresTarget start(Path programs, Path folder) throws IOException, SQLException {
        Path data = folder.resolve("postgres.data");
        Path log = folder.resolve("postgres.log");
        List<String> asWhom = owner(folder, log, data);
        ServerProcess.run(
                log,
                with(
                        asWhom,
                        programs.resolve("initdb"),
                        "-A",
                        "trust",
                        "-U",
                        USER,
                        "-E",
                        "UTF8",
                        "-D",
                        data.toString()));
        int port = ServerProcess.freePort();
        ServerProcess process = ServerProcess.start(
                folder.resolve("postgres.server.log"),
                with(
                        asWhom,
                        programs.resolve("postgres"),
                        "-D",
                        data.toString(),
                        "-p",
                        Integer.toString(port),
                        "-k",
                        "",
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "synchronous_commit=on"));
        PostgresTarget target = new PostgresTarget(process, port);
        process.awaitReady(target::probe);
        return target;
    }

    /** Postgres refuses to run as root; then it runs as the user that its package made. */
    private static List<String> owner(Path folder, Path log, Path data) {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of();
        }
        ServerProcess.run(log, List.of("chmod", "a+x", folder.toString()));
        ServerProcess.run(log, List.of("install", "-d", "-o", "postgres", "-m", "700", data.toString()));
        return List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups");
    }

    private static List<String> with(List<String> before, Path program, String... arguments) {
        List<String> command = new ArrayList<>(before);
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void probe() throws IOException {
        try {
            connect().close();
        } catch (SQLException refusal) {
            throw new IOException(refusal);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, USER, "");
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public long serverCpuNanos() {
        return process.cpuNanos();
    }

    @Override
    public void prepare(MongoWork work) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists documents");
            statement.execute("create table documents (id bytea primary key, grp int, at timestamptz, text text)");
            statement.execute("create index on documents (grp)");
            statement.execute("create index on documents (at)");
        }
    }

    @Override
    public Worker open(MongoWork work, int thread) throws SQLException {
        if (work != MongoWork.INSERT_JOURNALED) {
            throw new IllegalArgumentException("not compared with PostgreSQL: " + work);
        }
        Connection connection = connect();
        return new Inserting(connection, connection.prepareStatement(INSERT), new Samples(thread, Scale.WHOLE));
    }

    @Override
    public void close() {
        process.close();
    }

    private record Inserting(Connection connection, PreparedStatement insert, Samples samples) implements Worker {
        @Override
        public void request() throws SQLException {
            insert.setBytes(1, new ObjectId().toByteArray());
            insert.setInt(2, samples.group());
            insert.setTimestamp(3, new Timestamp(samples.dateMillis()));
            insert.setString(4, Samples.PADDING);
            insert.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            insert.close();
            connection.close();
        }
    }
}
