package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.config.NearMiss;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says whose collection is meant, and the search for it. */
public final class Where {
    private static final String LIST = " (mayfly ls lists all)";

    @Option(
            names = "--face",
            paramLabel = "FACE",
            description = "Whose collection: mongo, cosmos or couchbase. Needed only where several have this name.")
    private @Nullable String face;

    public @Nullable String face() {
        return face;
    }

    /** The one collection of this name, {@code DB.COLL} or {@code FACE/DB/COLL}; it has to be there. */
    public CollectionPath find(Connection server, String name) {
        CollectionPath exact = CollectionPath.exact(name);
        if (exact != null) {
            return exact(server, exact);
        }
        String database = CollectionPath.dotted("", name).database();
        List<CollectionPath> found = named(server, database, name);
        if (found.isEmpty()) {
            // A database may have dots in its name, too.
            found = named(server, null, name);
        }
        if (found.isEmpty()) {
            throw missing(server, name, CollectionPath::dotted);
        }
        if (found.size() > 1) {
            String all = found.stream().map(CollectionPath::toString).collect(Collectors.joining(" or "));
            throw new CommandFailure(ExitCode.USAGE, "several have this name; say --face or " + all);
        }
        return found.getFirst();
    }

    private CollectionPath exact(Connection server, CollectionPath wanted) {
        Query near =
                new Query("/api/v1/collections").with("face", wanted.face()).with("database", wanted.database());
        if (paths(server, near).contains(wanted)) {
            return wanted;
        }
        throw missing(server, wanted.toString(), CollectionPath::toString);
    }

    /** With the collection that may be meant. */
    private CommandFailure missing(Connection server, String name, Function<CollectionPath, String> words) {
        List<String> all = paths(server, new Query("/api/v1/collections").with("face", face)).stream()
                .map(words)
                .toList();
        return new CommandFailure(
                ExitCode.NOT_FOUND, "there is no collection " + name + NearMiss.hint(name, all) + LIST);
    }

    /** As {@link #find}; where there is none it is one of the mongo face, which makes it when it is written to. */
    public CollectionPath findOrNew(Connection server, String name) {
        try {
            return find(server, name);
        } catch (CommandFailure missing) {
            CollectionPath exact = CollectionPath.exact(name);
            if (missing.exitCode() == ExitCode.NOT_FOUND && exact != null) {
                return exact;
            }
            boolean isOfMongo = face == null || face.equals("mongo");
            if (missing.exitCode() == ExitCode.NOT_FOUND && isOfMongo) {
                return CollectionPath.dotted("mongo", name);
            }
            throw missing;
        }
    }

    private List<CollectionPath> named(Connection server, @Nullable String database, String name) {
        Query all = new Query("/api/v1/collections").with("face", face).with("database", database);
        return paths(server, all).stream()
                .filter(path -> path.dotted().equals(name))
                .toList();
    }

    private static List<CollectionPath> paths(Connection server, Query query) {
        return server.list(query, Long.MAX_VALUE).stream()
                .map(CollectionPath::of)
                .toList();
    }
}
