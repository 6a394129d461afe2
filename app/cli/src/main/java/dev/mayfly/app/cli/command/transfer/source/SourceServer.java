package dev.mayfly.app.cli.command.transfer.source;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.util.List;

/** A running server whose documents are copied. Used by one thread. */
public interface SourceServer extends AutoCloseable {
    /**
     * Connects to a server.
     *
     * @param address a connection string as its own clients take it
     */
    static SourceServer open(String address) {
        if (address.startsWith("mongodb://") || address.startsWith("mongodb+srv://")) {
            return MongoSource.open(address);
        }
        if (address.contains("AccountEndpoint=")) {
            return CosmosSource.open(address);
        }
        if (address.startsWith("couchbase://") || address.startsWith("couchbases://")) {
            return CouchbaseSource.open(address);
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "--from takes mongodb://..., AccountEndpoint=...;AccountKey=..., or couchbase://USER:PASSWORD@HOST");
    }

    /** Returns its address without credentials. */
    String name();

    /** Returns the collections of its users, by database and name. */
    List<SourceCollection> collections();

    @Override
    void close();
}
