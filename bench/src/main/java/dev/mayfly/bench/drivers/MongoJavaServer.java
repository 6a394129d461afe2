package dev.mayfly.bench.drivers;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;

/** The rival's process: a server of MongoDB's protocol that keeps everything on its heap. */
public final class MongoJavaServer {
    private MongoJavaServer() {}

    /** Serves the port until the process is ended. */
    public static void main(String[] args) throws InterruptedException {
        MongoServer server = new MongoServer(new MemoryBackend());
        server.bind(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(args[0]));
        new CountDownLatch(1).await();
    }
}
