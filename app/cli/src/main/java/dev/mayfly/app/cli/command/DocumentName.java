package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that name one document. */
final class DocumentName {
    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(
            index = "1",
            paramLabel = "ID",
            description = "Extended JSON or a plain word; of an item also [PARTITION KEY, ID].")
    private String id = "";

    @Option(names = "--partition-key", paramLabel = "JSON", description = "Of an item whose ID does not say it.")
    private @Nullable String partitionKey;

    String id() {
        return id;
    }

    String path(AdminConnection server, CollectionOption where, String below) {
        return query(where.find(server, collection), below).toString();
    }

    UrlQuery query(CollectionPath path, String below) {
        return path.document(id, below).with("partitionKey", partitionKey);
    }

    CollectionPath collection(AdminConnection server, CollectionOption where) {
        return where.find(server, collection);
    }
}
