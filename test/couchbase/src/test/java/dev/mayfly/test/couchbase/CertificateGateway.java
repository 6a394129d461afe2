package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Stands in front of a server that knows passwords alone, and lets in those who present a certificate of one authority: for its
 * management requests and its key-value port. Everything else goes through unchanged.
 */
final class CertificateGateway implements AutoCloseable {
    private static final int HEADER_BYTES = 24;

    private final LocalServer behind;
    private final X509Bundle authority;
    private final X509Bundle host;
    private final HttpsServer management;
    private final SSLServerSocket documents;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private CertificateGateway(LocalServer behind) throws Exception {
        this.behind = behind;
        this.authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        this.host = signed("CN=localhost");
        SSLContext context = context();
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        this.management = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
        this.documents = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 0, loopback);
        documents.setNeedClientAuth(true);
        management.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters demanding = context.getDefaultSSLParameters();
                demanding.setNeedClientAuth(true);
                parameters.setSSLParameters(demanding);
            }
        });
        management.createContext("/", this::pass);
    }

    static CertificateGateway start(LocalServer behind) throws Exception {
        CertificateGateway gateway = new CertificateGateway(behind);
        gateway.management.start();
        Thread.ofVirtual().name("gateway").start(gateway::accept);
        return gateway;
    }

    /** A certificate of the authority that is let in. */
    X509Bundle signed(String subject) throws Exception {
        return signed(subject, CertificateBuilder.Algorithm.ecp256);
    }

    X509Bundle signedByRsa(String subject) throws Exception {
        return signed(subject, CertificateBuilder.Algorithm.rsa2048);
    }

    private X509Bundle signed(String subject, CertificateBuilder.Algorithm algorithm) throws Exception {
        return new CertificateBuilder()
                .algorithm(algorithm)
                .subject(subject)
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
    }

    String authority() {
        return authority.getCertificatePEM();
    }

    String hostname() {
        return "127.0.0.1:" + management.getAddress().getPort();
    }

    /** Whom it has let in, and for what. */
    List<String> seen() {
        return seen;
    }

    private SSLContext context() throws Exception {
        KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
        keys.load(null, null);
        keys.setKeyEntry(
                "host", host.getKeyPair().getPrivate(), new char[0], new X509Certificate[] {host.getCertificate()});
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, new char[0]);
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.getCertificate());
        TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        others.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), others.getTrustManagers(), null);
        return context;
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String user = ((HttpsExchange) exchange)
                    .getSSLSession()
                    .getPeerPrincipal()
                    .getName();
            boolean hasLogin = exchange.getRequestHeaders().containsKey("Authorization");
            seen.add(user + (hasLogin ? " with a login" : "") + " manages");
            Rest.Answer answer = behind.rest().get(exchange.getRequestURI().getPath());
            String own = "\"kvSSL\":" + documents.getLocalPort();
            byte[] body = answer.body().replaceAll("\"kvSSL\":\\d+", own).getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void accept() {
        while (!documents.isClosed()) {
            try {
                SSLSocket client = (SSLSocket) documents.accept();
                Thread.ofVirtual().name("gateway").start(() -> relay(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void relay(SSLSocket client) {
        try (client;
                Socket server = new Socket(
                        InetAddress.getLoopbackAddress(), behind.endpoint().kvPort())) {
            client.startHandshake();
            seen.add(client.getSession().getPeerPrincipal().getName() + " connects");
            String login =
                    "\0" + behind.endpoint().user() + "\0" + behind.endpoint().password();
            server.getOutputStream()
                    .write(Frame.of(Frame.SASL_AUTH, "PLAIN")
                            .vbucket(0)
                            .value(login)
                            .bytes());
            DataInputStream answers = new DataInputStream(server.getInputStream());
            byte[] header = answers.readNBytes(HEADER_BYTES);
            answers.readNBytes(ByteBuffer.wrap(header).getInt(8));
            Thread.ofVirtual().name("gateway-back").start(() -> pump(server, client));
            pump(client, server);
        } catch (IOException refused) {
            seen.add("nobody connects");
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException _) {
            // One of both has ended.
        }
    }

    @Override
    public void close() throws IOException {
        documents.close();
        management.stop(0);
    }
}
