/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.QueryOptions;
import io.tspoon.query.endpoint.Endpoint;
import io.tspoon.read.RareWarning;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import javax.net.ssl.SSLEngine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens, and passes requests to an {@link Endpoint}. */
final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int HANDSHAKE_SECONDS = 10;
    private static final int BACKLOG = 1024;
    private static final long FAREWELL_MS = 500;

    private final Settings settings;
    private final RareWarning tooMany = RareWarning.eachMinute();
    private final Audit audit = new Audit();
    private final EventLoopGroup group;
    private final Channel channel;

    /** All open connections. Connections that open while the server closes are closed at once. */
    private final ChannelGroup children =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    private final AtomicInteger connections = new AtomicInteger();

    /**
     * @throws IOException if no port of the range is free
     */
    HttpServer(Settings settings, Endpoint endpoint) throws IOException {
        this.settings = settings;
        group =
                new MultiThreadIoEventLoopGroup(
                        settings.ioThreads(),
                        new DefaultThreadFactory("tspoon-query-io", true),
                        NioIoHandler.newFactory());
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(group)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel child) {
                                        accept(child, endpoint);
                                    }
                                });
        try {
            channel = bind(bootstrap);
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private Channel bind(ServerBootstrap bootstrap) throws IOException {
        Throwable last = null;
        for (int port = settings.firstPort(); port <= settings.lastPort(); port++) {
            var bound = bootstrap.bind(settings.bindAddress(), port).awaitUninterruptibly();
            if (bound.isSuccess()) {
                return bound.channel();
            }
            last = bound.cause();
        }
        throw new IOException(
                "[TSP-4401] Cannot start query server: no port of the range is free, address="
                        + settings.bindAddress().getHostAddress()
                        + ", ports="
                        + settings.firstPort()
                        + "-"
                        + settings.lastPort()
                        + ". Widen tspoon.query.port, or set it to 0 for any.",
                last);
    }

    private void accept(Channel child, Endpoint endpoint) {
        if (connections.incrementAndGet() > settings.maxConnections()) {
            connections.decrementAndGet();
            warnOfTooMany(tooMany.occurred());
            var unused = child.close();
            return;
        }
        child.closeFuture().addListener(closed -> connections.decrementAndGet());
        children.add(child);
        ChannelPipeline pipeline = child.pipeline();
        if (settings.tls() != null) {
            SSLEngine engine = settings.tls().createSSLEngine();
            engine.setUseClientMode(false);
            engine.setNeedClientAuth(settings.clientCertificate());
            SslHandler ssl = new SslHandler(engine);
            ssl.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
            pipeline.addLast(ssl);
        }
        HttpConnection.addTo(
                pipeline,
                endpoint,
                audit,
                settings.limits().maxRequestBytes(),
                settings.limits().maxTimeoutMs());
    }

    private void warnOfTooMany(long refused) {
        if (refused > 0) {
            LOG.warn(
                    "[TSP-4208] Cannot accept connection: there are as many as may be open, {}={},"
                        + " refused={}. Raise it if clients and other servers of the job need them"
                        + " all.",
                    QueryOptions.MAX_CONNECTIONS.key(),
                    settings.maxConnections(),
                    refused);
        }
    }

    /**
     * Tells waiting clients to ask again, and closes all connections. Shutting down the threads is
     * not enough: a thread that is at work at that moment would end without closing its
     * connections.
     */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        for (Channel child : children) {
            child.pipeline().fireUserEventTriggered(HttpConnection.Event.SERVER_CLOSES);
        }
        children.newCloseFuture().awaitUninterruptibly(FAREWELL_MS);
        children.close().awaitUninterruptibly();
        stop();
    }

    private void stop() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
