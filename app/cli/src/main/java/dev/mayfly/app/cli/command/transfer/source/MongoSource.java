package dev.mayfly.app.cli.command.transfer.source;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.ByteBuf;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** A server, replica set or sharded cluster of MongoDB. */
final class MongoSource implements SourceServer {
    private static final Set<String> OWN_DATABASES = Set.of("admin", "config", "local");
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final int PAGE_BYTES = 1 << 20;
    private static final String ID = "_id";

    private final MongoClient client;
    private final String name;

    private MongoSource(MongoClient client, String name) {
        this.client = client;
        this.name = name;
    }

    static MongoSource open(String address) {
        try {
            ConnectionString connection = new ConnectionString(address);
            return new MongoSource(
                    MongoClients.create(connection), "mongodb " + String.join(",", connection.getHosts()));
        } catch (IllegalArgumentException | MongoException mistake) {
            throw new CommandFailure(ExitCode.USAGE, "--from: " + mistake.getMessage());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<SourceCollection> collections() {
        List<SourceCollection> all = new ArrayList<>();
        try {
            for (String database : client.listDatabaseNames()) {
                if (!OWN_DATABASES.contains(database)) {
                    addTo(all, client.getDatabase(database));
                }
            }
        } catch (MongoException failure) {
            throw unreachable(failure);
        }
        all.sort(Comparator.comparing(kept -> kept.target().toString()));
        return all;
    }

    private static void addTo(List<SourceCollection> all, MongoDatabase database) {
        for (Document listed : database.listCollections()) {
            String collection = listed.getString("name");
            String type = listed.get("type", "collection");
            if (type.equals("collection") && !collection.startsWith("system.")) {
                all.add(new Kept(database, collection, listed.get("options", new Document())));
            }
        }
    }

    private static CommandFailure unreachable(MongoException failure) {
        return new CommandFailure(ExitCode.UNAVAILABLE, "the server to copy from: " + failure.getMessage());
    }

    @Override
    public void close() {
        client.close();
    }

    /** One collection that is neither a view nor a time series. */
    private static final class Kept implements SourceCollection {
        private final MongoDatabase database;
        private final String collection;
        private final Document options;
        private @Nullable MongoCursor<RawBsonDocument> cursor;

        Kept(MongoDatabase database, String collection, Document options) {
            this.database = database;
            this.collection = collection;
            this.options = options;
        }

        @Override
        public CollectionPath target() {
            return new CollectionPath("mongo", database.getName(), collection);
        }

        @Override
        public String form() {
            return "/dump";
        }

        @Override
        public String metadata() {
            List<Document> indexes = new ArrayList<>();
            database.getCollection(collection).listIndexes().into(indexes);
            return new Document("options", options)
                    .append("indexes", indexes)
                    .append("collectionName", collection)
                    .append("type", "collection")
                    .toJson(CANONICAL);
        }

        /** A page ends within a batch of the server, so the cursor stays open for the next one. */
        @Override
        public Page page(@Nullable String position) {
            BsonDocument from = position == null ? null : BsonDocument.parse(position);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int count = 0;
            try {
                MongoCursor<RawBsonDocument> documents = cursor == null ? open(from) : cursor;
                cursor = documents;
                while (documents.hasNext()) {
                    RawBsonDocument document = documents.next();
                    BsonDocument id = new BsonDocument(ID, document.get(ID));
                    if (id.equals(from)) {
                        continue;
                    }
                    write(document, bytes);
                    count++;
                    if (bytes.size() >= PAGE_BYTES) {
                        return new Page(bytes.toByteArray(), count, id.toJson(CANONICAL));
                    }
                }
                documents.close();
                cursor = null;
            } catch (MongoException failure) {
                throw unreachable(failure);
            }
            return new Page(bytes.toByteArray(), count, null);
        }

        /** Goes by the index on the id, whose order is one over all types of ids, which a condition's is not. */
        private MongoCursor<RawBsonDocument> open(@Nullable BsonDocument from) {
            FindIterable<RawBsonDocument> found = database.getCollection(collection, RawBsonDocument.class)
                    .find()
                    .hint(new Document(ID, 1))
                    .sort(new Document(ID, 1));
            return (from == null ? found : found.min(from)).cursor();
        }

        private static void write(RawBsonDocument document, ByteArrayOutputStream bytes) {
            ByteBuf buffer = document.getByteBuffer();
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(copy);
            bytes.writeBytes(copy);
        }
    }
}
