package dev.mayfly.face.cosmos.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.LineDocument;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.item.ItemImport;

/** Items of the cosmos face, which are JSON without what the server adds to them. */
public final class CosmosTransfer implements FaceTransfer {
    private final ItemImport items;

    public CosmosTransfer(Engine engine) {
        this.items = new ItemImport(engine);
    }

    @Override
    public boolean idsAreJson() {
        return true;
    }

    @Override
    public byte[] json(Document document) {
        return document.body();
    }

    @Override
    public Arrival read(Collection target, LineDocument line) {
        if (!line.isJson()) {
            throw new IllegalArgumentException("an item is JSON");
        }
        try {
            ItemImport.Read read = items.read(target, line.body(), line.lifetime());
            return new Arrival(read.key(), read.put());
        } catch (CosmosException refused) {
            throw new IllegalArgumentException(refused.words(), refused);
        }
    }
}
