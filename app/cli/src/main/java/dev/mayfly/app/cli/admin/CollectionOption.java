package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.config.NearMiss;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a collection, and the search for it. */
public final class CollectionOption {
    private static final String LIST = " (mayfly ls lists all)";

    @Option(
            names = "--face",
            paramLabel = "FACE",
            description =
                    "The face of the collection: mongo, cosmos or couchbase. Needed only where several have this name.")
    private @Nullable String face;

    public @Nullable String face() {
        return face;
    }

    /** The one collection of this name, {@code DB.COLL} or {@code FACE/DB/COLL}; it has to be there. */
    public CollectionPath find(AdminConnection server, String name) {
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

    private CollectionPath exact(AdminConnection server, CollectionPath wanted) {
        UrlQuery near =
                new UrlQuery("/api/v1/collections").with("face", wanted.face()).with("database", wanted.database());
        if (paths(server, near).contains(wanted)) {
            return wanted;
        }
        throw missing(server, wanted.toString(), CollectionPath::toString);
    }

    /** Returns the failure, which suggests a collection that the user may have meant. */
    private CommandFailure missing(AdminConnection server, String name, Function<CollectionPath, String> words) {
        List<String> all = paths(server, new UrlQuery("/api/v1/collections").with("face", face)).stream()
                .map(words)
                .toList();
        return new CommandFailure(
                ExitCode.NOT_FOUND, "there is no collection " + name + NearMiss.hint(name, all) + LIST);
    }

    /**
     * Finds a collection as {@link #find} does; a missing one belongs to the mongo face, which creates it on the first
     * write.
     */
    public CollectionPath findOrNew(AdminConnection server, String name) {
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

    /** The path of a name, whether there is such a collection or not; of the mongo face unless it says another. */
    public CollectionPath named(String name) {
        CollectionPath exact = CollectionPath.exact(name);
        return exact == null ? CollectionPath.dotted(face == null ? "mongo" : face, name) : exact;
    }

    private List<CollectionPath> named(AdminConnection server, @Nullable String database, String name) {
        UrlQuery all = new UrlQuery("/api/v1/collections").with("face", face).with("database", database);
        return paths(server, all).stream()
                .filter(path -> path.dotted().equals(name))
                .toList();
    }

    private static List<CollectionPath> paths(AdminConnection server, UrlQuery query) {
        return server.list(query, Long.MAX_VALUE).stream()
                .map(CollectionPath::of)
                .toList();
    }
}
